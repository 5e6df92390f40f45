/** Serves the directory: reads settings and data, builds the application, listens, and says what it serves. */
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { InvalidSetting, readConfig } from '../../config.ts'
import { readDataset } from '../../dataset/dataset.ts'
import { DatasetError } from '../../dataset/dataset-error.ts'
import { createIndexCache } from '../../dataset/index-cache.ts'
import { createDirectory, type Directory } from '../../directory/directory.ts'
import { packDirectory } from '../../directory/storage/packed-directory.ts'
import { buildApp } from '../../http/app.ts'
import { issueKey } from '../../keys/key.ts'
import { createKeyCache, type KeyCache } from '../../keys/key-cache.ts'
import { createMetrics, type Metrics } from '../../metrics/metrics.ts'
import type { Store } from '../../store/contract.ts'
import { answerStore } from '../../store/store-channel.ts'
import { indexCacheDir, projectRoot } from '../paths.ts'
import { countStoreFailures, serveAdminMetrics, type WorkerMetrics } from './admin-metrics.ts'
import { limitConnections } from './connection-limit.ts'
import { startRefresher } from './data-refresher.ts'
import { pinNextTickShape } from './next-tick-workaround.ts'
import { openStore } from './open-store.ts'
import {
  assertSameData,
  isWorker,
  openRedis,
  primaryRole,
  type Role,
  refreshMessage,
  servedRevisionEnv,
  workerRole,
} from './process-role.ts'
import { type Log, startStoreSync } from './store-sync.ts'
import { listeningMessage, startWorkerPool, type WorkerPool } from './worker-pool.ts'

async function serve(): Promise<void> {
  let isRefreshWanted = false
  process.once('SIGHUP', () => {
    isRefreshWanted = true
  })
  const config = readConfig(process.env, projectRoot)
  await pinNextTickShape()
  const directory = createDirectory(packDirectory(readDataset(config.dataDir, config.overlayDir)))
  assertSameData(directory.revision)
  const role = isWorker ? workerRole(config.workerTimeoutMs) : primaryRole(config.workers)
  const metrics = createMetrics()
  const opened = role.store ?? (await openStore(config.database))
  const store = countStoreFailures(opened, metrics)
  const redis = config.redisUrl === undefined ? undefined : await openRedis(config.redisUrl)
  const keys = createKeyCache()
  const app = await buildApp({
    directory,
    store,
    keys,
    isStoreUp: () => keeper.isUp(),
    areWorkersUp: () => (isWorker ? role.areAllUp() : answering() === config.workers),
    metrics,
    quotas: config.quotas,
    quotaStore: config.quotas === 'off' ? undefined : (redis ?? role.counts),
    trustedProxies: config.trustedProxies,
    baseUrl: config.baseUrl,
    // Standard output is for people; the log is for machines and has a stream of its own.
    log: { level: config.logLevel, stream: process.stderr },
    indexCacheFor: (revision) => createIndexCache(indexCacheDir, revision),
    onModulesLoaded: flushCompileCache,
  })
  const keeper = startStoreSync(store, keys, app.log)
  let workers: WorkerPool | undefined
  /** Processes, this one included. */
  const answering = (): number => 1 + (workers?.answering() ?? 0)
  if (!isWorker) {
    metrics.gauge('bank_lookup_workers', answering, 'answering')
    metrics.gauge('bank_lookup_workers', () => config.workers - answering(), 'missing')
  }
  const refresher = startRefresher({
    folders: { folder: config.dataDir, overlay: config.overlayDir },
    served: directory.packed,
    publish: async (loaded) => {
      await app.swapSnapshot(loaded)
      workers?.tell(refreshMessage)
    },
    // One of the others may have failed to load it.
    onUnchanged: () => workers?.tell(refreshMessage),
    // The others are told by the first.
    watches: !isWorker,
    onRefused: () => metrics.count('bank_lookup_data_loads_total', 'refused'),
    timeoutMs: config.loadTimeoutMs,
    log: app.log,
  })
  process.on('SIGHUP', refresher.refresh)
  if (isRefreshWanted) refresher.refresh()
  role.onRefreshWish(refresher.refresh)
  let isLoadBlocked = false
  app.addHook('onClose', async () => {
    isLoadBlocked = !(await refresher.stop())
    await workers?.stop()
    await keeper.stop()
    redis?.close()
    await store.close()
    role.leave()
  })
  const gathering =
    config.admin && (await serveAdminMetrics(config.admin, { metrics, app, keeper, isFirst: !isWorker }))
  role.onFiguresWish(metrics.snapshot)
  const end = async (graceMs: number): Promise<void> => {
    app.log.info({ graceMs }, 'it goes on listening for that long, then ends')
    // Together with this process; they ask for the store until they are done.
    void workers?.stop()
    await app.drain(graceMs)
    await app.close()
    if (!isLoadBlocked) return
    app.log.warn({}, 'a load of data is blocked in a system call; the process ends by SIGTERM')
    endBySignal()
  }
  process.once('SIGTERM', () => void end(config.shutdownGraceMs))
  // Ctrl-C: a person is waiting.
  process.once('SIGINT', () => void end(0))
  role.onFirstGone(() => void end(config.shutdownGraceMs))
  role.onFirstSilence((isSilent) => {
    if (isSilent) app.log.warn({}, 'the first process does not answer; what needs the store gets 503')
    else app.log.info({}, 'the first process answers again')
  })
  const place = {
    host: config.host,
    port: config.port,
    // The system spreads the connections over all processes that listen so.
    reusePort: config.workers > 1,
    listenTextResolver: (address: string) => `listening at ${address}`,
  }
  limitConnections(app.server, app.log)
  await app.listen(place)
  const { port } = app.server.address() as AddressInfo
  await keeper.ready
  if (isWorker) {
    process.send?.(listeningMessage)
    return
  }
  // Before the others start: they know it from the beginning.
  const demoKey = config.database.kind === 'sqlite' ? await firstDemoKey(store, keys) : undefined
  if (config.workers > 1) {
    workers = startOthers(config.workers - 1, {
      port,
      served: refresher.served,
      store: opened,
      role,
      gathering,
      metrics,
      timeoutMs: config.workerTimeoutMs,
      stopMsMax: config.shutdownGraceMs + closeMsMax,
      log: app.log,
    })
    await workers.ready
  }
  process.stdout.write(greeting(directory, addressOf(config.host, port), demoKey))
}

interface First {
  port: number
  /** The revision of the data. */
  served(): string
  /** Not the one whose failures are counted here: the others count what they see. */
  store: Store
  role: Role
  gathering: WorkerMetrics | undefined
  metrics: Metrics
  timeoutMs: number
  stopMsMax: number
  log: Log
}

/** Longer than a service takes to finish what it has. */
const closeMsMax = 12_000

/** Processes that serve at the same port, and ask this one for what there is once. */
function startOthers(count: number, { port, served, store, role, gathering, metrics, ...limits }: First): WorkerPool {
  const answers = [answerStore(store), role.answerCounts]
  return startWorkerPool({
    count,
    entry: fileURLToPath(new URL('../start.js', import.meta.url)),
    environment: () => ({ PORT: String(port), [servedRevisionEnv]: served() }),
    answer: (message, reply) => {
      for (const answer of answers) answer(message, reply)
    },
    joined: (worker) => gathering?.joined(worker),
    // What was told meanwhile it could not hear yet.
    listened: (worker, { [servedRevisionEnv]: known }) => {
      if (known !== served() && worker.connected) worker.send(refreshMessage, () => {})
    },
    left: (worker) => gathering?.left(worker),
    onReplaced: (reason) => metrics.count('bank_lookup_workers_replaced_total', reason),
    ...limits,
  })
}

/** With the embedded store and no key yet, a newcomer gets one to try. It is shown here and never again. */
async function firstDemoKey(store: Store, keys: KeyCache): Promise<string | undefined> {
  try {
    if ((await store.listKeys()).length > 0) return undefined
    const { key, record } = issueKey({ mode: 'demo', name: 'first start', now: new Date(), expiresAt: null })
    await store.addKey(record)
    keys.replace(await store.listKeys())
    return key
  } catch {
    // The keeper has said that the store is not available; lookups need none.
    return undefined
  }
}

/** One that a person can use: whoever listens everywhere is found here, too. */
function addressOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function greeting({ countries, revision }: Directory, address: string, demoKey: string | undefined): string {
  const states = countries.filter(({ kind }) => kind === 'country')
  const banks = states.reduce((sum, { bank_count }) => sum + bank_count, 0)
  const regions = countries.filter(({ kind }) => kind === 'region').map(({ name, code }) => `${name} (${code})`)
  const paragraphs = [
    `Bank Lookup Service 1.0 at ${address}
${banks} open banks of ${states.length} countries, and ${regions.join(', ')} as a whole. Data revision ${revision}.
${countries.map(({ code, bank_count }) => `${code} ${bank_count}`).join(', ')}`,
    `Try: curl -d '{"country":"ng"}' -H 'content-type: application/json' ${address}/v1/banks`,
    demoKey &&
      `A demo key, shown this once: ${demoKey}
Try: curl -X POST -H 'authorization: Bearer ${demoKey}' ${address}/index.php`,
  ]
  return `\n${paragraphs.filter((paragraph) => paragraph !== undefined).join('\n\n')}\n\n`
}

/** Node waits for its threads when it exits, and one that is blocked in a system call never ends. */
function endBySignal(): void {
  process.removeAllListeners('SIGTERM')
  process.kill(process.pid, 'SIGTERM')
}

/** What the operator can mend is said in a sentence; anything else is a bug and shows its stack. */
function explain(error: unknown): string {
  if (error instanceof InvalidSetting || error instanceof DatasetError) return error.message
  const { code, syscall, message, stack } = error as NodeJS.ErrnoException
  if (syscall === 'listen' && code === 'EADDRINUSE')
    return `${message}. Stop what uses the port, or set PORT to another.`
  return syscall === 'listen' || syscall === 'getaddrinfo'
    ? `${message}. Set HOST to an address of this machine.`
    : (stack ?? String(error))
}

try {
  await serve()
} catch (error) {
  process.stderr.write(`bank-lookup cannot start: ${explain(error)}\n`)
  process.exitCode = 1
}
