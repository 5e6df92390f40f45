/**
 * The fast path: sends prebuilt lists without running the framework. It handles only the most common form of each
 * request. Anything unusual or invalid goes to the framework unchanged, so that validation rules and error messages
 * live in one place.
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
  /** Whether the request is exempt from the rate limit, as health checks and CORS preflights are. */
  isUncounted: (request: IncomingMessage) => boolean
  respondOverLimit: RespondOverLimit
  metrics: Metrics
}

export function createFastPath(options: FastPathOptions): RequestListener {
  const { snapshot, admission, framework, isClosing, budget, isUncounted, respondOverLimit, metrics } = options
  const banksRoute = metrics.addRoute(apiPaths.banks)
  const countriesRoute = metrics.addRoute(apiPaths.supportedCountries)

  /**
   * Returns the list to send, `by-body` if the request body selects the list, or undefined if the framework must
   * respond.
   */
  const decide = (request: IncomingMessage): PreparedResponse | 'by-body' | undefined => {
    const { method, url = '', headers } = request
    // Leave these cases to the framework: while closing, it sends `Connection: close`; a missing Host header and most
    // values of Expect are errors.
    if (isClosing() || headers.host === undefined || headers.expect !== undefined) return undefined
    if (method === 'POST' && (url === apiPaths.banks || url === banksPathWithSlash)) return 'by-body'
    // Pass a request with an unexpected body to the framework, which reads or rejects it. On the fast path, the body
    // would stay unread on the connection.
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
    /**
     * Returns false if too many response bytes are already waiting to be read (`ResponseBudget`). The framework then
     * sends the error.
     */
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

/** Larger than any real body of `POST /v1/banks`, and small enough that the body usually arrives in one chunk. */
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
    // Put the chunk back, because the framework reads the body from the beginning.
    request.off('data', onData)
    request.pause()
    request.unshift(bytes)
    passOn()
  }
  request.on('data', onData)
}
