/**
 * Sends prebuilt lists before the framework runs. It handles only the common form of a request. Anything unusual or
 * invalid passes to the framework unchanged, so that rules and errors each live in one place.
 */
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Metrics } from '../metrics/metrics.ts'
import type { Admission, AdmissionResult } from './admission/admission.ts'
import type { RespondOverLimit } from './admission/over-limit.ts'
import { hasBody } from './admission/request-framing.ts'
import { apiPaths } from './api-paths.ts'
import { type PreparedResponse, sendPrepared } from './responses/prepared-response.ts'
import type { ResponseBudget } from './responses/response-budget.ts'
import type { DataSnapshot } from './snapshot/data-snapshot.ts'
import type { PrebuiltResponses } from './snapshot/prebuilt-responses.ts'

export interface FastPathOptions {
  snapshot: () => Pick<DataSnapshot, 'prebuilt'>
  admission: Admission
  framework: RequestListener
  isClosing: () => boolean
  budget: ResponseBudget
  /** Whether no rate limit applies to the request: health checks and preflights. */
  isUncounted: (request: IncomingMessage) => boolean
  respondOverLimit: RespondOverLimit
  metrics: Metrics
}

export function createFastPath(options: FastPathOptions): RequestListener {
  const { snapshot, admission, framework, isClosing, budget, isUncounted, respondOverLimit, metrics } = options
  const banksRoute = metrics.addRoute(apiPaths.banks)
  const countriesRoute = metrics.addRoute(apiPaths.supportedCountries)

  /** Undefined: the framework responds. `by-body`: the request body selects the list. */
  const decide = (request: IncomingMessage): PreparedResponse | 'by-body' | undefined => {
    const { method, url = '', headers } = request
    // While closing, the framework sends `Connection: close`. A missing Host is an error, and so are most expectations.
    if (isClosing() || headers.host === undefined || headers.expect !== undefined) return undefined
    if (method === 'POST' && (url === apiPaths.banks || url === banksPathWithSlash)) return 'by-body'
    // The framework reads or rejects a body that the endpoint does not need; unread, it would stay on the connection.
    return hasBody(headers) ? undefined : snapshot().prebuilt.byUrl.get(`${method} ${url}`)
  }

  const respond = (
    request: IncomingMessage,
    response: ServerResponse,
    decision: ReturnType<typeof decide>,
    result: AdmissionResult,
    startMs: number,
  ): void => {
    const passOn = (): void => {
      admission.attach(request, result)
      framework(request, response)
    }
    /** False if the response budget is used up; the framework then responds with the error. */
    const send = (list: PreparedResponse): boolean => {
      if (!sendPrepared(request, response, list, result, budget)) return false
      const route = request.url?.startsWith(apiPaths.banks) ? banksRoute : countriesRoute
      metrics.recordResponse(route, response.statusCode, (performance.now() - startMs) / 1000)
      return true
    }
    if (result.problem) {
      if (!respondOverLimit(request, response, result)) passOn()
    } else if (decision === 'by-body') sendByBody(request, snapshot().prebuilt.byRequestBody, send, passOn)
    else if (!decision || !send(decision)) passOn()
  }

  return (request, response) => {
    const startMs = performance.now()
    const decision = decide(request)
    if (!decision && isUncounted(request)) {
      framework(request, response)
      return
    }
    const result = admission.admit(request)
    if (result instanceof Promise) void result.then((settled) => respond(request, response, decision, settled, startMs))
    else respond(request, response, decision, result, startMs)
  }
}

const banksPathWithSlash = `${apiPaths.banks}/`

const jsonTypes = new Set([
  undefined,
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-8',
])

/** Far longer than any real selector; a longer body may arrive in several chunks. */
const smallBodyBytesMax = 1024

const hasSmallJsonBody = (headers: IncomingHttpHeaders, length: number): boolean =>
  length > 0 &&
  length <= smallBodyBytesMax &&
  jsonTypes.has(headers['content-type']) &&
  headers['content-encoding'] === undefined

/** Sends the list that a small JSON body selects. Any other request is passed on with its body intact. */
function sendByBody(
  request: IncomingMessage,
  find: PrebuiltResponses['byRequestBody'],
  send: (list: PreparedResponse) => boolean,
  passOn: () => void,
): void {
  const length = Number(request.headers['content-length'])
  if (!hasSmallJsonBody(request.headers, length)) {
    passOn()
    return
  }
  // Runs once: either the first chunk is the whole body, or it is put back.
  const onData = (bytes: Buffer): void => {
    const list = bytes.length === length ? find(bytes) : undefined
    if (list && send(list)) return
    // Put the chunk back: the framework reads the body from its start.
    request.off('data', onData)
    request.pause()
    request.unshift(bytes)
    passOn()
  }
  request.on('data', onData)
}
