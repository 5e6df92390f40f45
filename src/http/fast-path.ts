/**
 * Answers the ready lists ahead of the framework. Only the usual form of a request is known here; whatever is unusual
 * or wrong goes on to the framework untouched, so there is one place for rules and one for errors.
 */
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Metrics } from '../metrics/metrics.ts'
import type { Admission, AdmissionResult } from './admission/admission.ts'
import type { RespondOverLimit } from './admission/over-limit.ts'
import { type PreparedResponse, sendPrepared } from './responses/prepared-response.ts'
import type { ResponseBudget } from './responses/response-budget.ts'
import type { DataSnapshot } from './snapshot/data-snapshot.ts'
import type { PrebuiltResponses } from './snapshot/prebuilt-responses.ts'

const usualTypes = new Set([
  undefined,
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-8',
])

/** Any real request is shorter by far; a longer one may come in pieces. */
const usualBytesMax = 1024

/** What a request may be answered with ahead of the framework: a list, or one that its body chooses. */
interface ReadyAnswer {
  body?: PreparedResponse | undefined
  find?: PrebuiltResponses['byRequestBody'] | undefined
}

export function createFastPath({
  edition,
  door,
  framework,
  closing,
  budget,
  isUncounted,
  respondOverLimit,
  metrics,
}: {
  edition: () => Pick<DataSnapshot, 'ready'>
  door: Admission
  framework: RequestListener
  closing: () => boolean
  budget: ResponseBudget
  /** Whether no limit applies to the request: health checks and preflights. */
  isUncounted: (request: IncomingMessage) => boolean
  respondOverLimit: RespondOverLimit
  metrics: Metrics
}): RequestListener {
  const banks = metrics.addRoute('/v1/banks')
  const countries = metrics.addRoute('/v1/supported-countries/')
  const answer = (
    request: IncomingMessage,
    response: ServerResponse,
    visit: AdmissionResult,
    { body, find }: ReadyAnswer,
    startMs: number,
  ): void => {
    const handOn = (): void => {
      door.attach(request, visit)
      framework(request, response)
    }
    /** False if there is no room for it: the framework finds none either, and says so. */
    const send = (list: PreparedResponse): boolean => {
      if (!sendPrepared(request, response, list, visit, budget)) return false
      const route = request.url?.startsWith('/v1/banks') ? banks : countries
      metrics.recordResponse(route, response.statusCode, (performance.now() - startMs) / 1000)
      return true
    }
    if (visit.problem) {
      if (!respondOverLimit(request, response, visit)) handOn()
    } else if (find) answerSelector(request, send, handOn, find)
    else if (!body || !send(body)) handOn()
  }

  return (request, response) => {
    const startMs = performance.now()
    const { method, url = '', headers } = request
    const { byUrl, byRequestBody: bySelector } = edition().ready
    const isLookup = method === 'POST' && (url === '/v1/banks' || url === '/v1/banks/')
    const body = isLookup || hasBody(headers) ? undefined : byUrl.get(`${method} ${url}`)
    if (!isLookup && !body && isUncounted(request)) {
      framework(request, response)
      return
    }
    // While closing, the framework tells each client to go; without a host it says what is missing.
    const isUsual = !closing() && headers.host !== undefined && headers.expect === undefined
    const ready = isUsual ? { body, find: isLookup ? bySelector : undefined } : {}
    const visit = door.admit(request)
    if (visit instanceof Promise) void visit.then((known) => answer(request, response, known, ready, startMs))
    else answer(request, response, visit, ready, startMs)
  }
}

/** A body that nobody reads stays behind on the connection; the framework reads or refuses it. */
const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

function answerSelector(
  request: IncomingMessage,
  send: (list: PreparedResponse) => boolean,
  handOn: () => void,
  find: PrebuiltResponses['byRequestBody'],
): void {
  const { headers } = request
  const length = Number(headers['content-length'])
  const usual = usualTypes.has(headers['content-type']) && headers['content-encoding'] === undefined
  if (!(usual && length > 0 && length <= usualBytesMax)) {
    handOn()
    return
  }
  const take = (bytes: Buffer): void => {
    const body = bytes.length === length ? find(bytes) : undefined
    if (body && send(body)) return
    // Put back what was read: the framework reads the body from its start.
    request.off('data', take)
    request.pause()
    request.unshift(bytes)
    handOn()
  }
  // Once is enough: either the first piece is all of it, or it is put back.
  request.on('data', take)
}
