/** Builds the HTTP application over an open directory. It does not listen: `bin/serve.ts` and the tests do. */
import { setImmediate, setTimeout } from 'node:timers/promises'
import { Ajv } from 'ajv'
import { type FastifyError, type FastifyInstance, fastify, LogController, type RouteOptions } from 'fastify'
import { createDirectory, type Directory } from '../directory/directory.ts'
import type { IndexCache, IndexTables } from '../directory/indexes.ts'
import type { PackedDirectory } from '../directory/storage/packed-directory.ts'
import type { KeyCache } from '../keys/key-cache.ts'
import { createQuotaBreaker } from '../limits/circuit-breaker.ts'
import type { QuotaStore } from '../limits/quota-store.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import type { Store } from '../store/contract.ts'
import { createAdmission, type Quotas } from './admission/admission.ts'
import { createAddressReader } from './admission/client-address.ts'
import { boundPipelining, oneAtATime } from './admission/one-at-a-time.ts'
import { createOverLimitResponder } from './admission/over-limit.ts'
import { createScheduler, type Scheduler } from './admission/scheduler.ts'
import { handleError, loggedPath } from './errors/error-handler.ts'
import { createProblemLog } from './errors/problem-log.ts'
import { createFastPath } from './fast-path.ts'
import { openApiText } from './openapi.ts'
import { readBodiesAsJson } from './parsers/json-body.ts'
import { addRequestHooks, admitRequest, uncountedRequests } from './request-hooks.ts'
import { createRequestIds } from './request-id.ts'
import { createResponseBudget, type ResponseBudget } from './responses/response-budget.ts'
import { bankRoute } from './routes/bank.ts'
import { banksRoute } from './routes/banks.ts'
import { banksCsvRoute } from './routes/banks-csv.ts'
import { changesRoute } from './routes/changes.ts'
import { createRecordRoute } from './routes/create-record.ts'
import { healthRoutes } from './routes/health.ts'
import { openApiRoute } from './routes/openapi.ts'
import { resolveRoute } from './routes/resolve.ts'
import { rootRoute } from './routes/root.ts'
import { searchRoute } from './routes/search.ts'
import { siteRoutes } from './routes/site.ts'
import { supportedCountriesRoute } from './routes/supported-countries.ts'
import {
  closeConnections,
  createHttpServer,
  defaultRequestLimits,
  handleSocketError,
  openConnections,
  type SocketParts,
  stopListening,
  trackResponse,
  wellFormed,
} from './server.ts'
import { recompressLists } from './snapshot/bank-lists.ts'
import { buildSnapshot, type DataSnapshot, type SnapshotOptions } from './snapshot/data-snapshot.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Serves another state of the data from the next request on. */
    publish(loaded: { packed: PackedDirectory; tables: IndexTables }): Promise<void>
    scheduler: Scheduler
    responseBudget: ResponseBudget
    /**
     * Goes on listening for so long, and answers with `Connection: close`, so that clients and load balancers go elsewhere
     * before it closes.
     */
    drain(graceMs: number): Promise<void>
    isClosing(): boolean
  }
}

export interface AppOptions {
  directory: Directory
  store: Store
  keys: KeyCache
  /** Whether the store answered when it was last asked; undefined before. */
  storeIsUp?: () => boolean | undefined
  /** Whether all processes that serve at this port answer. */
  workersAreUp?: () => boolean
  /** Requests a minute, for an address and for a key. */
  quotas?: Quotas | 'off'
  /** What is counted together with other processes; without, the limits are this process's own. */
  counts?: QuotaStore | undefined
  /** Addresses and networks of the proxies in front. */
  trustedProxies?: string[]
  /** The published base address; without one, links are relative to the address of the request. */
  baseUrl?: string | undefined
  log?: { level: string; stream: { write(line: string): void } }
  limits?: Partial<typeof defaultRequestLimits>
  metrics?: Metrics
  /** Where the indexes of a state of the data are kept for the next start. */
  shelfOf?: (revision: string) => IndexCache
  /** Called when every part of the program that a request can need has been loaded. */
  onAllLoaded?: () => void
}

const graceIsOver = 'the grace time is over; it stops listening'

/** After the start nothing is done in the background for so long. */
const quietMs = 250

export async function buildApp({
  directory,
  store,
  keys,
  storeIsUp = () => undefined,
  workersAreUp = () => true,
  quotas = 'off',
  counts,
  trustedProxies = [],
  baseUrl = '',
  log,
  shelfOf,
  metrics = createMetrics(),
  onAllLoaded = () => {},
  ...options
}: AppOptions): Promise<FastifyInstance> {
  const limits = { ...defaultRequestLimits, ...options.limits }
  const watched =
    counts &&
    createQuotaBreaker(counts, {
      onOpen: (reason) =>
        app.log.warn({ err: reason }, 'shared limits are not available; this process counts on its own'),
      onClose: () => app.log.info('shared limits are back'),
    })
  const addressOf = createAddressReader(trustedProxies)
  const scheduler = createScheduler()
  const responseBudget = createResponseBudget(limits)
  const logProblem = createProblemLog()
  const door = createAdmission({
    keys,
    findKey: store.findKey,
    quotas,
    addressOf,
    counts: watched,
    metrics,
  })
  // A line per lookup is the framework's to write, so then it answers everything.
  const logsLookups = log?.level === 'debug' || log?.level === 'trace'
  const routes: RouteOptions[] = []
  // When it is first asked for, every route is known.
  const openApi = (): string => openApiText(routes, baseUrl)
  const onNotKept = (error: unknown): void => app.log.warn(error, 'the indexes of search could not be kept')
  const editionOf = (parts: Pick<SnapshotOptions, 'directory' | 'shelf' | 'pause'>): Promise<DataSnapshot> =>
    buildSnapshot({ ...parts, scheduler, baseUrl, openApi, onNotKept })
  let current = await editionOf({ directory, shelf: shelfOf?.(directory.revision) })
  const edition = (): DataSnapshot => current
  const requestIdOf = createRequestIds()
  let closing = false

  const app = fastify({
    logger: log ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.bodyBytes,
    genReqId: ({ headers }) => requestIdOf(headers),
    // While closing, requests under way are still answered; a new one belongs to another process.
    return503OnClosing: false,
    // Ids of banks are longer than the framework expects of a path's part.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
    serverFactory: (routed) => {
      const parts = (): SocketParts => ({ common: current.common, log: app.log, logProblem, metrics })
      const ahead = createFastPath({
        edition,
        door,
        framework: routed,
        closing: () => closing,
        budget: responseBudget,
        isUncounted: uncountedRequests(routes),
        respondOverLimit: createOverLimitResponder({
          common: () => current.common,
          requestIdOf,
          log: () => app.log,
          logProblem,
          metrics,
        }),
        metrics,
      })
      const listener = wellFormed(logsLookups ? routed : ahead, parts, () => closing)
      const server = createHttpServer(oneAtATime(listener, scheduler, addressOf), limits, parts)
      boundPipelining(server)
      return server
    },
    clientErrorHandler: (error, socket) =>
      handleSocketError(error, socket, { limits, common: current.common, log: app.log, logProblem, metrics }),
    // A request with a malformed URL has no route and no hooks, but it is counted like any other.
    frameworkErrors: async (error, request, reply) => {
      request.edition = current
      reply.headers({ ...current.common, 'X-Request-Id': request.id })
      const refusal = await admitRequest(door, request, reply)
      await handleError(refusal ?? error, request, reply, { limits, metrics, logProblem })
      metrics.recordRejected(reply.statusCode)
    },
  })
  app.addHook('onRoute', (route) => {
    routes.push(route)
    metrics.addRoute(route.url)
  })
  app.decorate('scheduler', scheduler).decorate('responseBudget', responseBudget)
  addRequestHooks(app, { routes, edition, door })
  readBodiesAsJson(app)
  validateWith(app)
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    handleError(error, request, reply, { limits, metrics, logProblem }),
  )
  app.addHook('onResponse', async (request, reply) => {
    trackResponse(request.raw)
    metrics.recordResponse(metrics.routeOf(request.routeOptions.url), reply.statusCode, reply.elapsedTime / 1000)
  })
  if (logsLookups) {
    app.addHook('onResponse', async (request, { raw }) => {
      request.log.debug({ method: request.method, path: loggedPath(request), status: raw.statusCode }, 'answered')
    })
  }

  rootRoute(app)
  supportedCountriesRoute(app)
  banksRoute(app)
  bankRoute(app)
  banksCsvRoute(app)
  searchRoute(app)
  resolveRoute(app, limits, door)
  changesRoute(app)
  createRecordRoute(app, { store, metrics })
  healthRoutes(app, {
    missing: () => [
      ...(storeIsUp() === false ? (['store'] as const) : []),
      ...(watched && !watched.isAvailable() ? (['shared_limits'] as const) : []),
      ...(workersAreUp() ? [] : (['workers'] as const)),
    ],
    isClosing: () => closing,
  })
  openApiRoute(app, openApi)
  siteRoutes(app, baseUrl)

  const improve = async ({ lists }: DataSnapshot): Promise<void> =>
    recompressLists(lists, () => closing || lists !== current.lists)
  app.addHook('onListen', () => {
    // What is not to be had is said at the start.
    void watched?.reserve('nobody', 1, 0)
    const work = async (): Promise<void> => {
      // The first callers come first.
      await setTimeout(quietMs, undefined, { ref: false })
      if (closing) return
      await current.finding()
      await current.site()
      onAllLoaded()
      await improve(current)
    }
    work().catch((error) => app.log.error(error))
  })
  app.decorate('publish', async ({ packed, tables }) => {
    const made = { read: async () => tables, write: async () => {} }
    const next = await editionOf({ directory: createDirectory(packed), shelf: made, pause: setImmediate })
    await next.finding()
    current = next
    metrics.dataLoaded(next.directory)
    shelfOf?.(packed.revision).write(tables).catch(onNotKept)
    improve(next).catch((error) => app.log.error(error))
  })
  metrics.dataLoaded(directory)
  metrics.gauge('bank_lookup_open_connections', () => openConnections(app.server))
  app.decorate('drain', async (graceMs) => {
    closing = true
    await setTimeout(graceMs)
    app.log.info({}, graceIsOver)
    if (graceMs > 0) await stopListening(app.server)
  })
  app.decorate('isClosing', () => closing)
  app.addHook('preClose', async () => {
    closing = true
    await closeConnections(app.server, limits)
  })
  return app
}

function validateWith(app: FastifyInstance): void {
  // Nothing is converted or dropped: a caller who sends something else is told so.
  const ajv = new Ajv({ allowUnionTypes: true, verbose: true, meta: false, validateSchema: false })
  app.setValidatorCompiler(({ schema }) => ajv.compile(schema as object))
  // Answers are text already; their schemas are documentation, and the tests hold them to it.
  app.setSerializerCompiler(() => JSON.stringify)
}
