/**
 * What every process has, the first one and its workers: the application, key sync, data refresh, metrics and shutdown.
 */
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { createBranchFileReader } from '../../dataset/branch-files.ts'
import { createStartupCache, type StartupCache } from '../../dataset/cache/startup-cache.ts'
import type { DataFolders } from '../../dataset/data-files.ts'
import type { Directory } from '../../directory/lookups.ts'
import { type AppOptions, buildApp } from '../../http/app.ts'
import { createKeyCache, type KeyCache } from '../../keys/key-cache.ts'
import type { openRedisQuotaStore } from '../../limits/redis-quota-store.ts'
import { createMetrics, type Metrics } from '../../metrics/metrics.ts'
import { createStatusReader } from '../../releases/channel-status.ts'
import { findMirrorFile } from '../../releases/mirror-files.ts'
import type { Store } from '../../store/contract.ts'
import { cacheDir } from '../paths.ts'
import { countStoreFailures, serveAdmin } from './admin-metrics.ts'
import type { DataSource, FollowedChannel } from './channel/followed-channel.ts'
import { limitConnections } from './connection-limit.ts'
import type { Log } from './log.ts'
import { type Refresher, startRefresher } from './refresh/data-refresher.ts'
import type { RefreshTriggers } from './refresh/refresh-triggers.ts'
import { createStoreSync, type StoreReport } from './store-sync.ts'
import { isTerminal } from './terminal.ts'

export const stopSignals = ['SIGTERM', 'SIGINT'] as const

/** The settings and data that each process reads at startup. */
export interface StartInputs {
  config: Config
  directory: Directory
  cache: StartupCache
  source: DataSource
  /** The folders that `directory` was read from. */
  servedFrom: DataFolders
  triggers: RefreshTriggers
}

export interface ServiceOptions extends StartInputs {
  /** The number of the worker, counted from 1; 0 in the first process. */
  worker: number
  store: Store
  logStream: { write(line: string): void }
  /** Wraps the report of the store's failures that writes to the log. */
  reportStore(logged: StoreReport): StoreReport
}

export interface Service {
  app: FastifyInstance
  /** The store that was passed in, wrapped to count its failures in `metrics`. */
  store: Store
  keys: KeyCache
  metrics: Metrics
  refresher: Refresher
  /** Resolves when it has tried to load the keys. */
  synced: Promise<void>
  /** Resolves to the port once the service accepts connections and has tried to load the keys. */
  listen(): Promise<number>
  /** Keeps listening for `graceMs`, then finishes the requests in progress and closes everything. */
  stop(graceMs: number): Promise<void>
}

export async function createService(options: ServiceOptions): Promise<Service> {
  const { config, directory } = options
  const { channel } = options.source
  const metrics = createMetrics()
  const store = countStoreFailures(options.store, metrics)
  const redis = config.redisUrl === undefined ? undefined : await openRedis(config.redisUrl)
  const keys = createKeyCache()
  const storeSync = createStoreSync(store, keys)
  const app = await buildApp({
    directory,
    store,
    keys,
    isStoreUp: storeSync.isUp,
    metrics,
    quotas: config.quotas,
    quotaStore: config.quotas === 'off' ? undefined : redis,
    trustedProxies: config.trustedProxies,
    baseUrl: config.baseUrl,
    reportUrl: config.reportUrl,
    mcp: config.mcp,
    preload: config.preload,
    // Log to standard error, which machines read; standard output is for people.
    log: { level: config.logLevel, stream: options.logStream },
    cache: options.cache,
    channel: channel && describeChannel(channel),
    reload: (error) => refresher.reload(error),
    onModulesLoaded: flushCompileCache,
  })
  const synced = storeSync.start(options.reportStore(logStoreReport(app.log)))
  if (config.admin) await serveAdmin(config.admin, { metrics, app, storeSync, worker: options.worker })
  const refresher: Refresher = refreshData(app, metrics, options)
  const stopFollowing =
    channel && options.worker === 0 ? await startFollowing(channel, app, { config, metrics, refresher }) : undefined
  let isLoadBlocked = false
  app.addHook('onClose', async () => {
    stopFollowing?.()
    isLoadBlocked = !(await refresher.stop())
    await storeSync.stop()
    redis?.close()
    await store.close()
  })
  return {
    app,
    store,
    keys,
    metrics,
    refresher,
    synced,
    listen: async () => {
      const port = await listen(app, config)
      await synced
      return port
    },
    stop: async (graceMs) => {
      app.log.info({ graceMs }, 'shutting down: still listening during the grace period')
      await app.drain(graceMs)
      await app.close()
      if (isLoadBlocked) endBySignal(app)
    },
  }
}

/** What the application needs to know of the channel. */
function describeChannel({ settings, folder }: FollowedChannel): NonNullable<AppOptions['channel']> {
  const status = createStatusReader(folder, settings.maxAgeMs)
  return { status, ...(settings.mirror && { findFile: (path) => findMirrorFile(folder, path) }) }
}

/** Loads the follower only if there is a channel. */
async function startFollowing(
  channel: FollowedChannel,
  app: FastifyInstance,
  options: { config: Config; metrics: Metrics; refresher: Refresher },
): Promise<() => void> {
  const { followChannel, addChannelMetrics } = await import('./channel/channel-follower.ts')
  addChannelMetrics(options.metrics, createStatusReader(channel.folder, channel.settings.maxAgeMs))
  return followChannel(channel, { ...options, log: app.log }).stop
}

/** Loads the Redis client only if Redis is configured. */
async function openRedis(url: string): Promise<ReturnType<typeof openRedisQuotaStore>> {
  return (await import('../../limits/redis-quota-store.ts')).openRedisQuotaStore(url)
}

function refreshData(app: FastifyInstance, metrics: Metrics, options: ServiceOptions): Refresher {
  const { config, directory } = options
  return startRefresher({
    folders: options.source.folders,
    served: directory.packed,
    servedFrom: options.servedFrom,
    publish: async ({ packed, tables, digest, program }, folders) => {
      const cache = createStartupCache(cacheDir, digest, program)
      await app.swapSnapshot({ packed, tables, cache, readBranchFile: createBranchFileReader(folders) })
    },
    cache: options.cache,
    triggers: options.triggers,
    onRefused: () => metrics.count('bank_lookup_data_loads_total', 'refused'),
    timeoutMs: config.loadTimeoutMs,
    log: app.log,
  })
}

async function listen(app: FastifyInstance, config: Config): Promise<number> {
  limitConnections(app.server, app.log)
  const options = {
    host: config.host,
    port: config.port,
    // With SO_REUSEPORT, the system spreads the connections over all processes that listen on the port.
    reusePort: config.workers > 1,
    listenTextResolver: (address: string) => `listening at ${address}`,
  }
  const { level } = app.log
  // At a terminal the startup message has the address, so do not log it.
  if (isTerminal && level === 'info') app.log.level = 'warn'
  await app.listen(options)
  app.log.level = level
  return (app.server.address() as AddressInfo).port
}

const logStoreReport = (log: Log): StoreReport => ({
  onUnavailable: (error) => log.warn({ err: error }, 'the store is unavailable'),
  onAvailableAgain: () => log.info({}, 'the store is available again'),
})

/**
 * Ends the process with a signal, because a normal exit would wait forever for the thread that is blocked in a system
 * call.
 */
function endBySignal(app: FastifyInstance): void {
  app.log.warn({}, 'a data load is blocked in a system call; the process kills itself with SIGTERM')
  process.removeAllListeners('SIGTERM')
  process.kill(process.pid, 'SIGTERM')
}

/** Calls `stop` on the first signal. The next one has its default action, which ends the process at once. */
export function stopOnSignals(stop: (graceMs: number) => Promise<void>, shutdownGraceMs: number): void {
  const onSignal = (signal: NodeJS.Signals): void => {
    for (const name of stopSignals) process.off(name, onSignal)
    // Skip the grace period on Ctrl-C, because a person is waiting.
    void stop(signal === 'SIGINT' ? 0 : shutdownGraceMs)
  }
  for (const name of stopSignals) process.on(name, onSignal)
}
