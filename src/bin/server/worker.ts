/**
 * Starts a worker: a complete service with its own store connection, data and metrics. Between the first process and a
 * worker there are only pings.
 */
import type { Config } from '../../config.ts'
import { DatasetError } from '../../dataset/dataset-error.ts'
import { openStore } from './open-store.ts'
import { createService, type StartInputs, stopOnSignals } from './service.ts'
import { createStoreNotice } from './store-notice.ts'

/** The environment variables of a worker: its number, and the revision of the data that the first process serves. */
export const workerEnv = { number: 'BANK_LOOKUP_WORKER', revision: 'BANK_LOOKUP_SERVED' }

const workerNumber = Number(process.env[workerEnv.number] ?? 0)
const servedRevision = process.env[workerEnv.revision]
export const isWorker = servedRevision !== undefined && process.send !== undefined

export async function startWorker(inputs: StartInputs): Promise<void> {
  // A first process of an older version starts workers without a number.
  if (workerNumber === 0) throw new DatasetError('The program on disk has changed; restart the service')
  const config = { ...inputs.config, admin: adminAddress(inputs.config.admin) }
  assertSameData(inputs.directory.revision)
  // At a terminal, the first process reports the state of the store for all processes.
  const notice = createStoreNotice(() => {})
  const service = await createService({
    ...inputs,
    config,
    store: await openStore(config.database, { processes: config.workers }),
    logStream: process.stderr,
    reportStore: notice.report,
  })
  const stopOnDisconnect = (): void => {
    if (!service.app.isClosing()) void service.stop(config.shutdownGraceMs)
  }
  stopOnSignals(service.stop, config.shutdownGraceMs)
  process.once('disconnect', stopOnDisconnect)
  // Connections come as soon as it listens, because other processes serve the port already, so it needs its keys first.
  await service.synced
  await service.listen()
  notice.announce()
  process.on('message', () => process.send?.('pong', () => {}))
  // Only the server keeps this process alive.
  process.channel?.unref()
  // The first process may have ended before the listener was added.
  if (!process.connected) stopOnDisconnect()
}

/** Returns the address with the port of this worker. Port 0 means any free port. */
const adminAddress = (first: Config['admin']): Config['admin'] =>
  first && { ...first, port: first.port === 0 ? 0 : first.port + workerNumber }

/**
 * Throws if the data folder has a different revision from the one that the first process serves, because that process
 * may have rejected it. The worker then exits and is restarted later, when the data may be valid again.
 */
function assertSameData(revision: string): void {
  if (revision !== servedRevision) {
    throw new DatasetError(`The data is at revision ${revision}, but the service is serving ${servedRevision}`)
  }
}
