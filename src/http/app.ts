/**
 * Builds the HTTP application that serves a bank directory. The application does not listen by itself; the callers,
 * `bin/server/serve.ts` and the tests, start it.
 */
import type { FastifyInstance } from 'fastify'
import { type AppContext, type AppOptions, createAppContext } from './app-context.ts'
import { addBackgroundWork } from './background-work.ts'
import { createFramework } from './framework.ts'
import { addGracefulShutdown } from './graceful-shutdown.ts'
import { readBodiesAsJson } from './parsers/json-body.ts'
import { addRequestHooks } from './request-hooks.ts'
import { accountChecksRoute } from './routes/account-checks-route.ts'
import { accountRequirementsRoute } from './routes/account-requirements-route.ts'
import { bankFilesRoutes } from './routes/bank-files-route.ts'
import { bankRoute } from './routes/bank-route.ts'
import { banksRoute } from './routes/banks-route.ts'
import { branchesRoute } from './routes/branches-route.ts'
import { changesRoute } from './routes/changes-route.ts'
import { channelMirrorRoute } from './routes/channel-mirror-route.ts'
import { compatRoute } from './routes/compat-route.ts'
import { createRecordRoute } from './routes/create-record-route.ts'
import { explorerPageRoutes } from './routes/explorer-pages-route.ts'
import { healthRoutes, type OptionalPart } from './routes/health-route.ts'
import { mcpRoute } from './routes/mcp-route.ts'
import { openApiRoute } from './routes/openapi-route.ts'
import { reportRoute } from './routes/report-route.ts'
import { resolveRoute } from './routes/resolve-route.ts'
import { rootRoute, searchFormRoute } from './routes/root-route.ts'
import { searchRoute } from './routes/search-route.ts'
import { siteRoutes } from './routes/site-route.ts'
import { sourcesRoute } from './routes/sources-route.ts'
import { supportedCountriesRoute } from './routes/supported-countries-route.ts'
import type { LoadedData } from './snapshot/current-snapshot.ts'

export type { AppOptions } from './app-context.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Replaces the data. All requests that arrive afterwards are served from the new data. */
    swapSnapshot(loaded: LoadedData): Promise<void>
  }
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const context = await createAppContext(options, () => app.log)
  const app: FastifyInstance = createFramework(context, options.log)
  addRequestHooks(app, context)
  readBodiesAsJson(app)
  addRoutes(app, context, options)
  addBackgroundWork(app, context, options)
  addGracefulShutdown(app, context)
  app.decorate('swapSnapshot', context.snapshot.swap)
  return app
}

function addRoutes(app: FastifyInstance, context: AppContext, options: AppOptions): void {
  const { limits, admission, metrics, isClosing } = context
  const { store, mcp = true } = options
  rootRoute(app)
  searchFormRoute(app)
  supportedCountriesRoute(app)
  banksRoute(app)
  bankRoute(app)
  bankFilesRoutes(app)
  searchRoute(app)
  branchesRoute(app)
  resolveRoute(app, limits, admission)
  accountRequirementsRoute(app)
  accountChecksRoute(app, limits, admission)
  changesRoute(app)
  createRecordRoute(app, { store, metrics })
  compatRoute(app)
  const { channel } = options
  healthRoutes(app, {
    missing: () => missingParts(context, options),
    isClosing,
    channel: () => channel?.status() ?? null,
  })
  if (channel?.findFile) channelMirrorRoute(app, channel.findFile)
  openApiRoute(app)
  if (mcp) mcpRoute(app, limits, admission)
  siteRoutes(app)
  explorerPageRoutes(app)
  reportRoute(app)
  sourcesRoute(app)
}

function missingParts({ quotaBreaker }: AppContext, { isStoreUp = () => undefined }: AppOptions): OptionalPart[] {
  const missing: OptionalPart[] = []
  if (isStoreUp() === false) missing.push('store')
  if (quotaBreaker && !quotaBreaker.isAvailable()) missing.push('shared_limits')
  return missing
}
