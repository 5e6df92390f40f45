/**
 * The fast path: responds to lookups without running the framework. It handles only the most common form of each
 * request. Anything unusual or invalid goes to the framework unchanged, so that validation rules and error messages
 * live in one place.
 */
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { isGiven, isObject } from '../directory/requests/values.ts'
import type { AdmissionResult } from './admission/admission-result.ts'
import type { RespondOverLimit } from './admission/over-limit.ts'
import { apiPaths } from './api-paths.ts'
import type { AppContext } from './app-context.ts'
import { urlHoldsKey } from './errors/redaction.ts'
import { hasBody } from './http-server.ts'
import {
  type BankListQuery,
  bankListQuerySchema,
  banksResponse,
  openBanksResponse,
} from './lookups/bank-list-lookup.ts'
import { bankResponse } from './lookups/bank-lookup.ts'
import { type Lookup, type LookupResponse, whenReady } from './lookups/lookup.ts'
import {
  type RequirementsQuery,
  requirementsQuerySchema,
  requirementsResponse,
  selectedRequirementsResponse,
} from './lookups/requirements-lookup.ts'
import { type ResolveParameters, resolveQuerySchema, resolveResponse } from './lookups/resolve-lookup.ts'
import { type SearchParameters, searchQuerySchema, searchResponse } from './lookups/search-lookup.ts'
import { parseJson } from './parsers/json-body.ts'
import { createQueryParser } from './parsers/query-parameters.ts'
import { createHeadWriter, type SendableResponse, sendResponse } from './responses/send-response.ts'

type ContextParts = 'scheduler' | 'admission' | 'isClosing' | 'responseBudget' | 'requestIdOf' | 'metrics' | 'limits'

export interface FastPathOptions extends Pick<AppContext, ContextParts> {
  snapshot: Pick<AppContext['snapshot'], 'get'>
  framework: RequestListener
  respondOverLimit: RespondOverLimit
}

/** A request on the fast path, with its common form if it has one. */
interface Arrival {
  request: IncomingMessage
  response: ServerResponse
  found: ReturnType<typeof findCommonRequest>
  startMs: number
}

export function createFastPath(options: FastPathOptions): RequestListener {
  const { admission, framework, isClosing, respondOverLimit } = options
  const respondToLookup = createLookupResponder(options)

  const find = ({ method = '', url = '', headers }: IncomingMessage): Arrival['found'] => {
    // Leave these cases to the framework: while closing, it sends `Connection: close`; a missing Host header and most
    // values of Expect are errors.
    if (isClosing() || headers.host === undefined || headers.expect !== undefined) return undefined
    const found = findCommonRequest(method, url)
    // Pass a request with an unexpected body to the framework, which reads or rejects it. On the fast path, the body
    // would stay unread on the connection.
    return found && !found.common.readsBody && hasBody(headers) ? undefined : found
  }

  const respond = (arrival: Arrival, result: AdmissionResult): void => {
    const { request, response } = arrival
    const passOn = (): void => {
      admission.attach(request, result)
      framework(request, response)
    }
    if (!result.problem) respondToLookup(arrival, result, passOn)
    else if (!respondOverLimit(request, response, result)) passOn()
  }

  return (request, response) => {
    const startMs = performance.now()
    const found = find(request)
    const quota = found ? 'api' : admission.quotaOf(request)
    void whenReady(admission.admit(request, quota), (result) => respond({ request, response, found, startMs }, result))
  }
}

/** Returns a function that responds to a lookup, or calls `passOn` if the framework must respond. */
function createLookupResponder({
  snapshot,
  scheduler,
  responseBudget: budget,
  requestIdOf,
  metrics,
  limits,
}: FastPathOptions): (arrival: Arrival, result: AdmissionResult, passOn: () => void) => void {
  const writeHead = createHeadWriter({ keepAliveMs: limits.idleMs })
  const routes = new Map(commonRequests.map((common) => [common, metrics.addRoute(common.path)]))

  return ({ request, response, found, startMs }, result, passOn) => {
    if (!found) {
      passOn()
      return
    }
    const { common, parameters } = found
    const lookup: Lookup = {
      request,
      requestId: () => requestIdOf(request.headers),
      address: result.address,
      snapshot: snapshot.get(),
      scheduler,
    }
    /** Returns false if too many response bytes are already waiting to be read (`ResponseBudget`). */
    const send = (sendable: SendableResponse): boolean => {
      if (!sendResponse(request, response, sendable, { admission: result, budget, writeHead })) return false
      metrics.recordResponse(routes.get(common) as number, response.statusCode, (performance.now() - startMs) / 1000)
      return true
    }
    /** Returns whether it sent a response. It sends no errors: the framework repeats a failed lookup and reports it. */
    const attempt = (body?: Buffer): boolean | Promise<boolean> => {
      try {
        const sendable = common.respond(parameters, lookup, body)
        if (sendable instanceof Promise) return sendable.then(send).catch(() => false)
        return sendable !== undefined && send(sendable)
      } catch {
        return false
      }
    }
    if (common.readsBody) respondToSmallBody(request, attempt, passOn)
    else void whenReady(attempt(), (isSent) => isSent || passOn())
  }
}

/** A lookup in its common form. */
interface CommonRequest {
  method: 'GET' | 'POST'
  /** The pattern of the route, as metrics count it. */
  path: string
  readsBody?: true
  /** `parameters`: the query string, or the id of the bank. Returns undefined, or throws, if the framework must respond. */
  respond(parameters: string, lookup: Lookup, body: Buffer | undefined): LookupResponse | undefined
}

/** Responds if the query string can be read. */
function fromQuery<Query>(
  schema: Parameters<typeof createQueryParser>[0],
  respond: (query: Query, lookup: Lookup) => LookupResponse,
): CommonRequest['respond'] {
  const parse = createQueryParser<Query>(schema)
  return (text, lookup) => {
    const query = parse(text)
    return query && respond(query, lookup)
  }
}

/** Responds if the body is an object, and there is no query string. */
const fromBody =
  (respond: (body: Record<string, unknown>, lookup: Lookup) => LookupResponse): CommonRequest['respond'] =>
  (query, lookup, bytes) => {
    const body = query === '' ? parseObject(bytes) : undefined
    return body && respond(body, lookup)
  }

function parseObject(body: Buffer | undefined): Record<string, unknown> | undefined {
  const parsed = body && parseJson(body)
  return isObject(parsed) ? parsed : undefined
}

const countriesResponse: CommonRequest['respond'] = (query, { snapshot }) =>
  query === '' ? snapshot.lists.countries : undefined

const findBanks = fromQuery<SearchParameters>(searchQuerySchema, searchResponse)
const parseResolveQuery = createQueryParser<ResolveParameters>(resolveQuerySchema)

const bankRequest: CommonRequest = { method: 'GET', path: apiPaths.bank, respond: bankResponse }

const { supportedCountries, banks, search, resolve, accountRequirements } = apiPaths
const commonRequests: readonly CommonRequest[] = [
  { method: 'GET', path: supportedCountries, respond: countriesResponse },
  { method: 'POST', path: supportedCountries, respond: countriesResponse },
  { method: 'GET', path: banks, respond: fromQuery<BankListQuery>(bankListQuerySchema, banksResponse) },
  { method: 'POST', path: banks, readsBody: true, respond: fromBody(openBanksResponse) },
  bankRequest,
  // The search text is the only parameter that can hold a key, which the framework rejects.
  {
    method: 'GET',
    path: search,
    respond: (query, lookup, body) => (urlHoldsKey(query) ? undefined : findBanks(query, lookup, body)),
  },
  {
    method: 'POST',
    path: resolve,
    readsBody: true,
    respond: (query, lookup, body) => {
      const selector = parseObject(body)
      const parameters = query === '' ? {} : parseResolveQuery(query)
      return selector && parameters && !isGiven(selector.identifiers) && !isGiven(selector.text)
        ? resolveResponse(selector, parameters, lookup)
        : undefined
    },
  },
  {
    method: 'GET',
    path: accountRequirements,
    respond: fromQuery<RequirementsQuery>(requirementsQuerySchema, selectedRequirementsResponse),
  },
  { method: 'POST', path: accountRequirements, readsBody: true, respond: fromBody(requirementsResponse) },
]

/** Without `bankRequest`, whose path has a parameter. */
const byMethodAndPath = new Map(
  commonRequests.flatMap((common) => {
    if (common === bankRequest) return []
    const line = `${common.method} ${common.path.replace(/\/$/, '')}`
    return [
      [line, common],
      [`${line}/`, common],
    ]
  }),
)

/** `GET /v1/banks/ng-access-bank`, with an id that needs no decoding. */
const bankLine = new RegExp(`^GET ${apiPaths.banks}/([a-z0-9-]+)/?$`)

/** Finds the common request that `method` and `url` select, and its parameters. */
function findCommonRequest(method: string, url: string): { common: CommonRequest; parameters: string } | undefined {
  const line = `${method} ${url}`
  const question = line.indexOf('?')
  const common = byMethodAndPath.get(question === -1 ? line : line.slice(0, question))
  if (common) return { common, parameters: question === -1 ? '' : line.slice(question + 1) }
  const id = bankLine.exec(line)?.[1]
  return id === undefined ? undefined : { common: bankRequest, parameters: id }
}

const jsonTypes = new Set([
  undefined,
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-8',
])

/** Larger than any real body with one country or identifier, and small enough that it usually arrives in one chunk. */
const smallBodyBytesMax = 1024

const hasSmallJsonBody = (headers: IncomingHttpHeaders, length: number): boolean =>
  length > 0 &&
  length <= smallBodyBytesMax &&
  jsonTypes.has(headers['content-type']) &&
  headers['content-encoding'] === undefined

/**
 * Passes the body to `respond`, which returns whether it sent a response. If it did not, or if the request has no small
 * JSON body, calls `passOn` with the body intact.
 */
export function respondToSmallBody(
  request: IncomingMessage,
  respond: (body: Buffer) => boolean | Promise<boolean>,
  passOn: () => void,
): void {
  const length = Number(request.headers['content-length'])
  if (!hasSmallJsonBody(request.headers, length)) {
    passOn()
    return
  }
  // Runs once: either the first chunk is the whole body and gets a response, or it is put back.
  const onData = (bytes: Buffer): void => {
    const isSent = bytes.length === length && respond(bytes)
    if (isSent === true) return
    // Put the chunk back now: the framework reads the body from the beginning, and once the stream has ended, it is too
    // late.
    request.off('data', onData)
    request.pause()
    request.unshift(bytes)
    void whenReady(isSent, (wasSent) => {
      if (wasSent) request.resume()
      else passOn()
    })
  }
  request.on('data', onData)
}
