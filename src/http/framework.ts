/** Creates the Fastify instance, with our own HTTP server and our own error responses. */

import type { RequestListener, Server } from 'node:http'
import { type FastifyError, type FastifyInstance, type FastifyServerOptions, fastify, LogController } from 'fastify'
import { boundPipelining, oneAtATime } from './admission/one-at-a-time.ts'
import { createOverLimitResponder } from './admission/over-limit.ts'
import type { Scheduler } from './admission/scheduler.ts'
import type { AppContext, AppOptions } from './app-context.ts'
import { handleError } from './errors/error-handler.ts'
import { loggedPath } from './errors/redaction.ts'
import { createFastPath } from './fast-path.ts'
import { createHttpServer, rejectAmbiguousRequests } from './http-server.ts'
import type { LazyValidators } from './parsers/lazy-validators.ts'
import { admitRequest, setSnapshot } from './request-hooks.ts'
import type { ResponseBudget } from './responses/response-budget.ts'

declare module 'fastify' {
  interface FastifyInstance {
    scheduler: Scheduler
    responseBudget: ResponseBudget
  }
}

export function createFramework(context: AppContext, log: AppOptions['log']): FastifyInstance {
  const { limits, metrics, routes, errors, admission, snapshot, scheduler, responseBudget } = context
  const logsRequests = log?.level === 'debug' || log?.level === 'trace'
  const app = fastify({
    logger: log ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.bodyBytes,
    genReqId: ({ headers }) => context.requestIdOf(headers),
    // During shutdown, respond normally to requests that still arrive. `Connection: close` makes clients send their
    // next requests elsewhere.
    return503OnClosing: false,
    // Raise the router's default length limit, because bank ids can be longer.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
    schemaController: schemaCompilers(context.validators),
    serverFactory: (framework) => createServer(framework, context, logsRequests),
    clientErrorHandler: context.socketErrors.handleClientError,
    // A request with a malformed URL matches no route and runs no hooks, so count it here like any other request.
    frameworkErrors: async (error, request, reply) => {
      setSnapshot(request, reply, snapshot.get())
      const rejection = await admitRequest(admission, request, reply)
      await handleError(rejection ?? error, request, reply, errors)
      metrics.recordRejected(reply.statusCode)
    },
  })
  app.decorate('scheduler', scheduler).decorate('responseBudget', responseBudget)
  app.addHook('onRoute', (route) => {
    routes.push(route)
    metrics.addRoute(route.url)
  })
  app.setErrorHandler<FastifyError>((error, request, reply) => handleError(error, request, reply, errors))
  addResponseHooks(app, context, logsRequests)
  return app
}

/**
 * Creates the HTTP server. Requests pass through its layers in this order: queueing, framing checks, fast path,
 * framework.
 */
function createServer(framework: RequestListener, context: AppContext, logsRequests: boolean): Server {
  const { scheduler, errors, requestIdOf } = context
  const respondOverLimit = createOverLimitResponder(errors, requestIdOf)
  const fastPath = createFastPath({ ...context, framework, respondOverLimit })
  // Request logging is done in framework hooks, so if it is on, every request goes through the framework.
  const checked = rejectAmbiguousRequests(logsRequests ? framework : fastPath, context)
  const server = createHttpServer(oneAtATime(checked, scheduler, context.addressOf), context)
  boundPipelining(server, scheduler)
  return server
}

function addResponseHooks(app: FastifyInstance, { connections, metrics }: AppContext, logsRequests: boolean): void {
  app.addHook('onResponse', async (request, reply) => {
    connections.stateOf(request.raw.socket).hasRespondedEarly = !request.raw.complete
    metrics.recordResponse(metrics.routeOf(request.routeOptions.url), reply.statusCode, reply.elapsedTime / 1000)
    if (!logsRequests) return
    const line = { method: request.method, path: loggedPath(request), status: reply.raw.statusCode }
    request.log.debug(line, 'request completed')
  })
}

/** With compilers of our own, Fastify does not load Ajv and its serialiser when it is created. */
function schemaCompilers(validators: LazyValidators): NonNullable<FastifyServerOptions['schemaController']> {
  const buildValidator = () => (route: { schema: object }) => validators.add(route.schema)
  return {
    compilersFactory: {
      // The declared type is that of Fastify's own factory; Fastify calls this one with the route's definition.
      buildValidator: buildValidator as never,
      // Responses are strings already; their schemas are documentation, and tests check the responses against them.
      buildSerializer: () => () => JSON.stringify,
    },
  }
}
