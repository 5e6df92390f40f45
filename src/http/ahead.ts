/**
 * Answers the ready lists ahead of the framework. Only the usual form of a request is known here; whatever is unusual
 * or wrong goes on to the framework untouched, so there is one place for rules and one for errors.
 */
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Directory } from '../directory/directory.ts'
import { type Body, sendBody } from './bodies.ts'
import type { Door, Visit } from './door.ts'
import { parseJson } from './json-body.ts'
import type { Lists } from './lists.ts'

const usualTypes = new Set([
  undefined,
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-8',
])

/** Any real request is shorter by far; a longer one may come in pieces. */
const usualBytesMax = 1024

export function answerAhead({
  directory,
  lists,
  door,
  framework,
  closing,
}: {
  directory: Directory
  lists: Lists
  door: Door
  framework: RequestListener
  closing: () => boolean
}): RequestListener {
  const byUrl = urlsOf(lists)
  const bySelector = selectorReader((bytes) => listOf(bytes, directory, lists))
  return (request, response) => {
    const { method, url = '', headers } = request
    const isLookup = method === 'POST' && (url === '/v1/banks' || url === '/v1/banks/')
    const body = isLookup || hasBody(headers) ? undefined : byUrl.get(`${method} ${url}`)
    // While closing, the framework tells each client to go; without a host it says what is missing.
    const isUsual = !closing() && headers.host !== undefined && headers.expect === undefined
    const visit = isUsual && (isLookup || body) ? door.look(request) : undefined
    const handOn: RequestListener = () => {
      if (visit) door.remember(request, visit)
      framework(request, response)
    }
    if (!visit || visit.problem) handOn(request, response)
    else if (body) sendBody(request, response, body, visit.headers)
    else answerSelector(request, response, handOn, visit, bySelector)
  }
}

/** A body that nobody reads stays behind on the connection; the framework reads or refuses it. */
const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

function urlsOf(lists: Lists): Map<string, Body> {
  const byUrl = new Map<string, Body>()
  for (const slash of ['', '/']) {
    byUrl.set(`GET /v1/supported-countries${slash}`, lists.countries)
    byUrl.set(`POST /v1/supported-countries${slash}`, lists.countries)
    for (const [code, body] of lists.banks) {
      byUrl.set(`GET /v1/banks${slash}?country=${code}`, body)
      byUrl.set(`GET /v1/banks${slash}?country=${code.toLowerCase()}`, body)
    }
  }
  return byUrl
}

function answerSelector(
  request: IncomingMessage,
  response: ServerResponse,
  handOn: RequestListener,
  visit: Visit,
  find: (bytes: Buffer) => Body | undefined,
): void {
  const { headers } = request
  const length = Number(headers['content-length'])
  const usual = usualTypes.has(headers['content-type']) && headers['content-encoding'] === undefined
  if (!(usual && length > 0 && length <= usualBytesMax)) {
    handOn(request, response)
    return
  }
  const take = (bytes: Buffer): void => {
    const body = bytes.length === length ? find(bytes) : undefined
    if (body) {
      sendBody(request, response, body, visit.headers)
      return
    }
    // Put back what was read: the framework reads the body from its start.
    request.off('data', take)
    request.pause()
    request.unshift(bytes)
    handOn(request, response)
  }
  // Once is enough: either the first piece is all of it, or it is put back.
  request.on('data', take)
}

/** Programs write the same few selectors over and over, letter for letter; such a one is not read again. */
const knownSelectorsMax = 500
const knownBytesMax = 64

function selectorReader(read: (bytes: Buffer) => Body | undefined): (bytes: Buffer) => Body | undefined {
  const known = new Map<string, Body>()
  return (bytes) => {
    if (bytes.length > knownBytesMax) return read(bytes)
    // One letter a byte: two texts are the same only if all their bytes are.
    const text = bytes.toString('latin1')
    const before = known.get(text)
    if (before) return before
    const body = read(bytes)
    if (body && known.size < knownSelectorsMax) known.set(text, body)
    return body
  }
}

function listOf(bytes: Buffer, directory: Directory, lists: Lists): Body | undefined {
  let selector: unknown
  try {
    selector = parseJson(bytes)
  } catch {
    return undefined
  }
  if (typeof selector !== 'object' || selector === null || Array.isArray(selector)) return undefined
  const { country } = selector as { country?: unknown }
  const found = typeof country === 'string' ? directory.findCountry(country) : undefined
  return found && lists.banks.get(found.code)
}
