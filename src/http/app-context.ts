/** Creates the objects that the parts of the application share. */
import type { FastifyBaseLogger, RouteOptions } from 'fastify'
import type { DerivedCache } from '../directory/derived-cache.ts'
import type { Directory } from '../directory/lookups.ts'
import type { KeyCache } from '../keys/key-cache.ts'
import { createQuotaBreaker, type QuotaBreaker, type QuotaStore } from '../limits/circuit-breaker.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import type { Store } from '../store/contract.ts'
import { createAdmission } from './admission/admission.ts'
import { createAddressReader } from './admission/client-address.ts'
import type { Quotas } from './admission/request-counter.ts'
import { createQuotaReader } from './admission/request-quota.ts'
import { createScheduler } from './admission/scheduler.ts'
import type { ChannelView } from './data-channel.ts'
import type { ErrorContext } from './errors/error-context.ts'
import { createProblemLog } from './errors/problem-log.ts'
import { createSocketErrors } from './errors/socket-errors.ts'
import { createConnectionTracker } from './http-server.ts'
import type { ExampleData } from './openapi/examples.ts'
import { createLazyValidators } from './parsers/lazy-validators.ts'
import { createRequestIds } from './request-id.ts'
import { defaultRequestLimits, type RequestLimits } from './request-limits.ts'
import { createResponseBudget } from './responses/response-budget.ts'
import { createCurrentSnapshot } from './snapshot/current-snapshot.ts'

export interface AppOptions {
  directory: Directory
  store: Store
  keys: KeyCache
  /** Whether the last call to the store succeeded; undefined before the first call. */
  isStoreUp?: () => boolean | undefined
  /** Requests per minute for each address and for each key. */
  quotas?: Quotas | 'off'
  /** The quota store that processes share. Without it, each process counts its own requests. */
  quotaStore?: QuotaStore | undefined
  /** Addresses and networks of the proxies in front of the service. */
  trustedProxies?: string[]
  /** The public base URL of the service; without it, links are relative to the request URL. */
  baseUrl?: string | undefined
  /** Where people send reports of wrong data: a mailto address, or the https address of a form. */
  reportUrl?: string | undefined
  /** Whether to serve MCP at `/mcp`. Default: true. */
  mcp?: boolean
  /**
   * Whether to load search and the pages soon after the start, to warm up search, and to compress the lists as far as
   * possible and store them in the startup cache. Default: true.
   */
  preload?: boolean
  log?: { level: string; stream: { write(line: string): void } }
  limits?: Partial<RequestLimits>
  metrics?: Metrics
  /** The cache for what is derived from this directory, so that the next start need not derive it again. */
  cache?: DerivedCache
  /**
   * Derives everything from the data files again and swaps it in, if the error may come from a damaged cache. Does so
   * once. Resolves when this has succeeded or failed.
   */
  reload?: (error: unknown) => Promise<void>
  /** The data channel that the service follows, if there is one. */
  channel?: ChannelView | undefined
  /** Called when every module that a request may need has been loaded. */
  onModulesLoaded?: () => void
}

/** `log` is a function, because the application and its logger are created after this context. */
export async function createAppContext(options: AppOptions, log: () => FastifyBaseLogger) {
  const { directory, store, keys, quotas = 'off', trustedProxies = [], baseUrl = '', cache, preload = true } = options
  const limits = { ...defaultRequestLimits, ...options.limits }
  const metrics = options.metrics ?? createMetrics()
  const lifecycle = { isClosing: false }
  const isClosing = (): boolean => lifecycle.isClosing
  const scheduler = createScheduler()
  const addressOf = createAddressReader(trustedProxies)
  const quotaBreaker = options.quotaStore && watchQuotaStore(options.quotaStore, log)
  // Filled in when the routes are registered.
  const routes: RouteOptions[] = []
  // Import the module on first use: most clients never request the description.
  const openApi = async (data: ExampleData): Promise<string> => {
    const { buildOpenApi } = await import('./openapi/document.ts')
    return buildOpenApi(routes, data)
  }
  const snapshot = await createCurrentSnapshot({
    directory,
    scheduler,
    baseUrl,
    reportUrl: options.reportUrl,
    openApi,
    metrics,
    cache,
    preload,
    isClosing,
    log,
  })
  const connections = createConnectionTracker()
  metrics.gauge('bank_lookup_open_connections', () => connections.openSockets().size)
  const errors: ErrorContext = {
    limits,
    metrics,
    logProblem: createProblemLog(),
    commonHeaders: () => snapshot.get().common,
    reload: async (error, failed) => {
      await options.reload?.(error)
      return snapshot.get() === failed ? undefined : snapshot.get()
    },
    log,
  }
  return {
    limits,
    metrics,
    lifecycle,
    isClosing,
    scheduler,
    responseBudget: createResponseBudget(limits),
    addressOf,
    quotaBreaker,
    admission: createAdmission({
      keys,
      findKey: store.findKey,
      quotas,
      quotaOf: createQuotaReader(routes),
      addressOf,
      quotaBreaker,
      metrics,
    }),
    connections,
    snapshot,
    routes,
    requestIdOf: createRequestIds(),
    validators: createLazyValidators(),
    errors,
    socketErrors: createSocketErrors(errors, connections),
  }
}

export type AppContext = Awaited<ReturnType<typeof createAppContext>>

const watchQuotaStore = (quotaStore: QuotaStore, log: () => FastifyBaseLogger): QuotaBreaker =>
  createQuotaBreaker(quotaStore, {
    onOpen: (reason) =>
      log().warn({ err: reason }, 'shared rate limits are unavailable; this process counts requests on its own'),
    onClose: () => log().info('shared rate limits are available again'),
  })
