/** Builds the HTTP application over an open directory. It does not listen: `bin/serve.ts` and the tests do. */
import { Ajv } from 'ajv'
import {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  fastify,
  LogController,
  type RouteOptions,
} from 'fastify'
import type { Directory } from '../directory/directory.ts'
import { answerAhead } from './ahead.ts'
import { methodsAt } from './allowed.ts'
import { pathOf, problemOf, sendProblem } from './failures.ts'
import { commonHeaders, preflightHeaders } from './headers.ts'
import { readJson } from './json-body.ts'
import { improveLists, makeLists } from './lists.ts'
import { problem, quoted } from './problems.ts'
import { bankRoute } from './routes/bank.ts'
import { banksRoute } from './routes/banks.ts'
import { healthRoutes } from './routes/health.ts'
import { openApiRoute } from './routes/openapi.ts'
import { rootRoute } from './routes/root.ts'
import { supportedCountriesRoute } from './routes/supported-countries.ts'
import { defaultLimits, endSocket, openServer, socketProblem } from './server.ts'

export interface AppOptions {
  directory: Directory
  /** The published base address; without one, links are relative to the address of the request. */
  baseUrl?: string | undefined
  logger?: FastifyServerOptions['logger']
  limits?: Partial<typeof defaultLimits>
}

export async function buildApp({
  directory,
  baseUrl = '',
  logger = false,
  ...options
}: AppOptions): Promise<FastifyInstance> {
  const limits = { ...defaultLimits, ...options.limits }
  const common = commonHeaders(directory.revision)
  const lists = await makeLists(directory, common)
  let closing = false

  const app = fastify({
    logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.bodyBytes,
    // While closing, requests under way are still answered; a new one belongs to another process.
    return503OnClosing: false,
    // Ids of banks are longer than the framework expects of a path's part.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
    serverFactory: (framework) =>
      openServer(
        answerAhead(directory, lists, framework, () => closing),
        limits,
        common,
      ),
    clientErrorHandler: (error, socket) => {
      const found = socketProblem(error, limits)
      if (!found) return
      app.log.info({ code: found.code, status: found.status }, 'problem')
      endSocket(socket, found, common)
    },
    frameworkErrors: (error, request, reply) => {
      reply.headers(common)
      sendProblem(problemOf(error, request, limits), request, reply)
    },
  })

  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, async ({ headers }: FastifyRequest, bytes: Buffer) =>
    readJson(headers, bytes),
  )

  const ajv = new Ajv({ allowUnionTypes: true, verbose: true, meta: false, validateSchema: false })
  app.setValidatorCompiler(({ schema }) => ajv.compile(schema as object))
  // Answers are text already; their schemas are documentation, and the tests hold them to it.
  app.setSerializerCompiler(() => JSON.stringify)

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(common)
    const { host, expect } = request.headers
    if (request.method === 'OPTIONS') return reply.headers(preflightHeaders).send('')
    if (host === undefined && request.raw.httpVersion !== '1.0') throw problem('host_missing', {})
    if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
      throw problem('expectation_unknown', { value: quoted(expect) })
    }
    if (!request.is404) return
    const allowed = methodsAt(pathOf(request), routes)
    const value = quoted(pathOf(request))
    if (allowed.length === 0) throw problem('path_unknown', { value })
    const details = { method: request.method, value, allowed: allowed.join(', ') }
    throw problem('method_not_allowed', details, { Allow: allowed.join(', ') })
  })

  app.setErrorHandler((error: Error, request, reply) => {
    const found = problemOf(error as never, request, limits)
    const line = { code: found.code, status: found.status, method: request.method, path: pathOf(request) }
    if (found.status >= 500) request.log.error({ ...line, err: error }, 'problem')
    else request.log.info(line, 'problem')
    return sendProblem(found, request, reply)
  })

  await rootRoute(app, { directory, baseUrl, common })
  supportedCountriesRoute(app, lists)
  banksRoute(app, { directory, lists, common })
  bankRoute(app, { directory, common })
  healthRoutes(app, directory)
  openApiRoute(app, { routes, baseUrl, common })

  app.addHook('onListen', () => {
    improveLists(lists, () => closing).catch((error) => app.log.error(error))
  })
  app.addHook('preClose', async () => {
    closing = true
  })
  return app
}
