/**
 * Starts a worker: a complete service with its own store connection, data and metrics. Between the first process and a
 * worker there are only pings.
 */
import { DatasetError } from '../../dataset/dataset-error.ts'
import { openStore } from './open-store.ts'
import { createService, type StartInputs, stopOnSignals, stopSignals } from './service.ts'
import { createStoreNotice } from './store-notice.ts'
import { workerSetup } from './worker-environment.ts'

export async function startWorker(inputs: StartInputs): Promise<void> {
  const { number, port, servedRevision } = workerSetup
  // A first process of an older version starts workers without the port.
  if (port === undefined) throw new DatasetError('The program on disk has changed; restart the service')
  const config = { ...inputs.config, port: Number(port) }
  const { revision } = inputs.directory
  // The first process may have rejected the data on disk. Exit, to be restarted later, when it may be valid again.
  if (revision !== servedRevision)
    throw new DatasetError(`The data is at revision ${revision}, but the service is serving ${servedRevision}`)
  // At a terminal, the first process reports the state of the store for all processes.
  const notice = createStoreNotice(() => {})
  const service = await createService({
    ...inputs,
    config,
    worker: number,
    store: await openStore(config.database, { processes: config.workers }),
    logStream: process.stderr,
    reportStore: notice.report,
  })
  stopOnSignals(service.stop, config.shutdownGraceMs)
  // A terminal or a supervisor may signal all processes, and then the first process passes the signal on again.
  for (const signal of stopSignals) process.on(signal, () => {})
  // Connections come as soon as it listens, because other processes serve the port already, so it needs its keys first.
  await service.synced
  await service.listen()
  notice.announce()
  process.on('message', () => process.send?.('pong', () => {}))
  // Only the server keeps this process alive.
  process.channel?.unref()
  process.once('disconnect', () => {
    // The first process waits for its workers, unless a second signal has ended it.
    if (service.app.isClosing()) process.exit(1)
    void service.stop(config.shutdownGraceMs)
  })
  // The first process may have ended before the listener was added.
  if (!process.connected) process.emit('disconnect')
}
