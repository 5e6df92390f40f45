/**
 * Sends API requests, or loads the files that answer them on a static site. Responses to GET requests are kept in memory,
 * so that going back needs no network.
 */
import { createTransport } from '../../../../../packages/client/src/transport.ts'
import type { ApiRequest } from './requests.ts'

/** The base URL of the service, which may include a path. The script is served two folders below it. */
export const serviceUrl = new URL('../../', import.meta.url).href

/**
 * A request without a response fails after this time, so that the user sees a retry and not an endless spinner. The body
 * may take longer: a whole list is a megabyte, and the connection may be slow.
 */
const timeoutMs = 15_000
const cachedMax = 60

/** A file of a static site that answers a request. `path` is relative to the base URL. */
export interface ResponseFile extends Pick<ApiRequest<unknown>, 'path' | 'body'> {
  /** The path of the file with the whole response, which is for other programs. */
  shownPath?: string | undefined
  /** Makes the response from the content of the file. Without it, the content is the response. */
  read?: ((content: never) => unknown) | undefined
}

type FindFile = (request: ApiRequest<unknown>) => ResponseFile

let findFile: FindFile | undefined

/** Answers all requests from files. Called before the explorer starts. */
export function answerFromFiles(find: FindFile): void {
  findFile = find
}

/** Whether files answer all requests. */
export const hasFiles = (): boolean => findFile !== undefined

/** Keyed by path; the least recently used comes first. */
const cached = new Map<string, unknown>()

/** Returns the response if it is in memory. */
export function cachedResponse<Result>(request: ApiRequest<Result>): Result | undefined {
  const { path, read = same } = fileFor(request)
  if (request.body || !cached.has(path)) return undefined
  const content = cached.get(path)
  cached.delete(path)
  cached.set(path, content)
  return read(content as never) as Result
}

/** The service answers every request at the path of the request. */
export const fileFor = (request: ApiRequest<unknown>): ResponseFile => findFile?.(request) ?? request

const same = (content: unknown): unknown => content

/** Throws a `BankLookupError` if the request fails. The page repeats it, with a countdown. */
export async function send<Result>(
  request: ApiRequest<Result>,
  signal: AbortSignal,
  options: RequestInit = {},
): Promise<Result> {
  const known = cachedResponse(request)
  if (known !== undefined) return known
  const { path, read = same } = fileFor(request)
  const content = await (findFile ? loadOnce(path, options) : load({ ...request, signal }, options))
  if (!request.body) remember(path, content)
  return read(content as never) as Result
}

/** Files that are loading. */
const loading = new Map<string, Promise<unknown>>()

/** One file answers many requests, so it is loaded to its end even if the user already sends the next request. */
function loadOnce(path: string, options: RequestInit): Promise<unknown> {
  const pending = loading.get(path) ?? load({ path }, options).finally(() => loading.delete(path))
  loading.set(path, pending)
  return pending
}

function load(
  { path, body, signal }: ApiRequest<unknown> & { signal?: AbortSignal },
  options: RequestInit,
): Promise<unknown> {
  const transport = createTransport({
    baseUrl: serviceUrl,
    retries: 0,
    timeoutMs: 0,
    fetch: (address, init) => fetchInTime(address, { ...init, ...options }),
  })
  return transport.send({ path: `/${path}`, ...(body && { body }), shape: {} }, { signal })
}

function fetchInTime(address: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  const signal = AbortSignal.any([init.signal ?? [], timeout.signal].flat())
  return fetch(address, { ...init, signal }).finally(() => clearTimeout(timer))
}

function remember(path: string, result: unknown): void {
  cached.set(path, result)
  const [oldest] = cached.keys()
  if (cached.size > cachedMax && oldest !== undefined) cached.delete(oldest)
}
