/**
 * Starts the primary process, which holds the store, the shared quotas and the metrics, and which starts the workers.
 */
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../config.ts'
import type { Peer } from '../../ipc/rpc.ts'
import { issueKey } from '../../keys/key.ts'
import { createMemoryQuotaStore, type QuotaStore } from '../../limits/quota-store.ts'
import { serveQuotaStore } from '../../limits/remote-quota-store.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { WorkerAggregation } from '../../metrics/worker-aggregation.ts'
import type { Store } from '../../store/contract.ts'
import { serveStore } from '../../store/remote-store.ts'
import { serveAdmin } from './admin-metrics.ts'
import { openStore } from './open-store.ts'
import { createService, type Service, type StartInputs, stopOnSignals } from './service.ts'
import { startupMessage, storeRecoveryMessage } from './startup-message.ts'
import { createStoreNotice } from './store-notice.ts'
import { createLogStream } from './terminal.ts'
import { WorkerPool, type WorkerSetup } from './workers/worker-pool.ts'
import { announcedMethod, refreshMethod, servedRevisionEnv } from './workers/worker-protocol.ts'

/** Longer than a process needs to finish its requests during shutdown. */
const closeMsMax = 12_000

export async function startPrimary(inputs: StartInputs): Promise<void> {
  const { config, directory } = inputs
  const logStream = createLogStream(process.stderr)
  let createdFolder: string | undefined
  const store = await openStore(config.database, (folder) => {
    createdFolder = folder
  })
  const quotaStore = createMemoryQuotaStore()
  const pool = new WorkerPool({
    count: config.workers - 1,
    timeoutMs: config.workerTimeoutMs,
    stopMsMax: config.shutdownGraceMs + closeMsMax,
  })
  const notice = createStoreNotice(() => void printRecovery(service, config))
  const service: Service = await createService({
    ...inputs,
    store,
    quotaStore: config.workers > 1 ? quotaStore : undefined,
    areWorkersUp: () => pool.areAllUp(),
    watchesFolders: true,
    onLoaded: () => pool.notifyAll(refreshMethod),
    stopWorkers: () => pool.stop(),
    logStream,
    reportStore: notice.report,
  })
  countWorkers(service.metrics, pool, config)
  const aggregation = config.admin && (await serveAdmin(config.admin, service.metrics, service.app))
  stopOnSignals(service.stop, config.shutdownGraceMs)
  const port = await service.listen()
  // Add the demo key before the workers start, so that they load it with their first list of keys.
  const demoKey = await addFirstDemoKey(service, config)
  let isAnnounced = false
  const setup = setUpWorkers({ port, service, store, quotaStore, aggregation, isAnnounced: () => isAnnounced })
  if (config.workers > 1) await pool.start(setup)
  const storeFailure = notice.announce()
  process.stdout.write(startupMessage({ directory, host: config.host, port, demoKey, storeFailure, createdFolder }))
  isAnnounced = true
  logStream.release()
  pool.notifyAll(announcedMethod)
}

async function printRecovery(service: Service, config: Config): Promise<void> {
  const { port } = service.app.server.address() as AddressInfo
  process.stdout.write(storeRecoveryMessage(await addFirstDemoKey(service, config), config.host, port))
}

function countWorkers(metrics: Metrics, pool: WorkerPool, config: Config): void {
  const responding = (): number => 1 + pool.responding()
  metrics.gauge('bank_lookup_workers', responding, 'answering')
  metrics.gauge('bank_lookup_workers', () => config.workers - responding(), 'missing')
}

function setUpWorkers({
  port,
  service: { app, metrics, refresher },
  store,
  quotaStore,
  aggregation,
  isAnnounced,
}: {
  port: number
  service: Service
  /** The store itself, not the wrapper that counts failures: each worker counts the failures of its own calls. */
  store: Store
  quotaStore: QuotaStore
  aggregation: WorkerAggregation<Peer> | undefined
  isAnnounced: () => boolean
}): WorkerSetup {
  return {
    entry: fileURLToPath(new URL('../start.js', import.meta.url)),
    environment: () => ({ PORT: String(port), [servedRevisionEnv]: refresher.served() }),
    onStart: (worker) => {
      serveStore(worker, store)
      serveQuotaStore(worker, quotaStore)
      aggregation?.add(worker)
    },
    onListening: (worker, environment) => {
      // Refresh the worker if new data arrived while it was starting and could not handle a refresh yet.
      if (environment[servedRevisionEnv] !== refresher.served()) worker.notify(refreshMethod)
      if (isAnnounced()) worker.notify(announcedMethod)
    },
    onExit: (worker) => aggregation?.remove(worker),
    onReplaced: (reason) => metrics.count('bank_lookup_workers_replaced_total', reason),
    log: app.log,
  }
}

/** The id is fixed, so that only one of several processes that start at once on a new store can add the key. */
const firstDemoKeyId = 'key_0000000000000000'

/** If the embedded store has no key yet, issues a demo key for trying out the service. The key is printed only once. */
async function addFirstDemoKey({ store, keys }: Service, { database }: Config): Promise<string | undefined> {
  if (database.kind !== 'sqlite') return undefined
  try {
    if ((await store.listKeys()).length > 0) return undefined
    const { key, record } = issueKey({ mode: 'demo', name: 'first start', now: new Date(), expiresAt: null })
    await store.addKey({ ...record, id: firstDemoKeyId, family: firstDemoKeyId })
    keys.replace(await store.listKeys())
    return key
  } catch {
    // Start without a demo key: another process has added it, or the store is unavailable, which the store sync has logged.
    return undefined
  }
}
