/** Starts the first process. It serves like its workers, makes the demo key, and starts, restarts and stops them. */
import type { AddressInfo } from 'node:net'
import type { Config } from '../../config.ts'
import { issueKey } from '../../keys/key.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { openStore } from './open-store.ts'
import { createService, type Service, type StartInputs, stopOnSignals } from './service.ts'
import { startupMessage, storeRecoveryMessage } from './startup-message.ts'
import { createStoreNotice } from './store-notice.ts'
import { createLogStream } from './terminal.ts'
import { workerEnv } from './worker-environment.ts'
import { WorkerPool } from './worker-pool.ts'

/** Longer than a process needs to finish its requests during shutdown. */
const closeMsMax = 12_000

export async function startFirstProcess(inputs: StartInputs): Promise<void> {
  const { config, directory } = inputs
  const logStream = createLogStream(process.stderr)
  let createdFolder: string | undefined
  const onFolderCreated = (folder: string): void => {
    createdFolder = folder
  }
  const notice = createStoreNotice(() => void printRecovery(service, config))
  const service: Service = await createService({
    ...inputs,
    worker: 0,
    store: await openStore(config.database, { onFolderCreated, processes: config.workers }),
    logStream,
    reportStore: notice.report,
  })
  const pool = createPool(service, config)
  const port = await service.listen()
  if (config.workers > 1 && config.quotas !== 'off' && config.redisUrl === undefined) {
    service.app.log.info(
      { workers: config.workers },
      'each process counts rate limits on its own; REDIS_URL shares them',
    )
  }
  // Add the demo key before the workers start, so that they load it with their first list of keys.
  const demoKey = await addFirstDemoKey(service, config)
  const storeFailure = notice.announce()
  process.stdout.write(startupMessage({ directory, host: config.host, port, demoKey, storeFailure, createdFolder }))
  logStream.release()
  // Start the workers after the message, so that their log lines follow it.
  pool.start({
    entry: new URL('../start.js', import.meta.url),
    environment: (number) => ({
      [workerEnv.port]: String(port),
      [workerEnv.number]: String(number),
      [workerEnv.revision]: service.refresher.served(),
    }),
    log: service.app.log,
  })
}

/** The pool stops with the service, which ends when all workers have ended. */
function createPool({ app, metrics, stop }: Service, config: Config): WorkerPool {
  const pool = new WorkerPool({
    count: config.workers - 1,
    timeoutMs: config.workerTimeoutMs,
    stopMsMax: config.shutdownGraceMs + closeMsMax,
  })
  countWorkers(metrics, pool, config)
  app.addHook('onClose', () => pool.stop())
  stopOnSignals((graceMs) => {
    // Drain the workers at the same time, or skip their grace period, too.
    void pool.stop(graceMs === 0 ? 'SIGINT' : 'SIGTERM')
    return stop(graceMs)
  }, config.shutdownGraceMs)
  process.on('SIGHUP', () => pool.signal('SIGHUP'))
  return pool
}

async function printRecovery(service: Service, config: Config): Promise<void> {
  const { port } = service.app.server.address() as AddressInfo
  process.stdout.write(storeRecoveryMessage(await addFirstDemoKey(service, config), config.host, port))
}

function countWorkers(metrics: Metrics, pool: WorkerPool, config: Config): void {
  const responding = (): number => 1 + pool.responding()
  metrics.gauge('bank_lookup_workers', responding, 'answering')
  metrics.gauge('bank_lookup_workers', () => config.workers - responding(), 'missing')
  metrics.gauge('bank_lookup_workers_replaced_total', () => pool.replaced.ended, 'ended')
  metrics.gauge('bank_lookup_workers_replaced_total', () => pool.replaced.hung, 'hung')
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
