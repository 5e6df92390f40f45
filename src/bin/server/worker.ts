/**
 * Starts a worker. A worker is a complete service, but it uses the store and the quotas of the primary process, which
 * also tells it when to refresh the data.
 */
import { DatasetError } from '../../dataset/dataset-error.ts'
import { createPeer, processChannel } from '../../ipc/rpc.ts'
import { createRemoteQuotaStore } from '../../limits/remote-quota-store.ts'
import { serveSnapshot } from '../../metrics/remote-metrics.ts'
import { createRemoteStore } from '../../store/remote-store.ts'
import { createService, type StartInputs, stopOnSignals } from './service.ts'
import { createStoreNotice } from './store-notice.ts'
import { createLogStream } from './terminal.ts'
import { watchPrimary } from './workers/heartbeat.ts'
import { announcedMethod, listeningMethod, refreshMethod, servedRevisionEnv } from './workers/worker-protocol.ts'

const servedRevision = process.env[servedRevisionEnv]
export const isWorker = servedRevision !== undefined && process.send !== undefined

export async function startWorker(inputs: StartInputs): Promise<void> {
  const { config, directory } = inputs
  assertSameData(directory.revision)
  const channel = processChannel(process)
  const primary = createPeer(channel)
  const watch = watchPrimary(primary, { timeoutMs: config.workerTimeoutMs })
  const logStream = createLogStream(process.stderr)
  // At a terminal, the primary process reports the state of the store for all processes.
  const notice = createStoreNotice(() => {})
  const service = await createService({
    ...inputs,
    store: createRemoteStore(primary),
    quotaStore: createRemoteQuotaStore(primary),
    areWorkersUp: watch.areAllUp,
    watchesFolders: false,
    logStream,
    reportStore: notice.report,
  })
  const { app, metrics, refresher } = service
  primary.handle(refreshMethod, refresher.refresh)
  primary.handle(announcedMethod, logStream.release)
  serveSnapshot(primary, metrics.snapshot)
  watch.onHungChange((isHung) => {
    if (isHung) app.log.warn({}, 'the primary process does not respond; requests that need the store get 503')
    else app.log.info({}, 'the primary process responds again')
  })
  let isStopping = false
  const stop = async (graceMs: number): Promise<void> => {
    isStopping = true
    await service.stop(graceMs)
    // Disconnect from the primary: an open channel would keep this process alive.
    if (process.connected) process.disconnect()
  }
  stopOnSignals(stop, config.shutdownGraceMs)
  channel.onClose(() => {
    if (!isStopping) void stop(config.shutdownGraceMs)
  })
  await service.listen()
  notice.announce()
  primary.notify(listeningMethod)
}

/**
 * Throws if the data folder has a different revision from the one that the primary serves, because the primary may have
 * rejected it. The worker then exits, and the primary restarts it later, when the data may be valid again.
 */
function assertSameData(revision: string): void {
  if (revision !== servedRevision) {
    throw new DatasetError(`The data is at revision ${revision}, but the service is serving ${servedRevision}`)
  }
}
