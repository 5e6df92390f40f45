/**
 * Responses prepared ahead of the request: the body in every encoding, with its headers. To respond, the server only
 * picks an encoding and writes it.
 */
import { createHash, hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { crc32 } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AdmissionResult } from '../admission/admission.ts'
import { responsesBusy } from '../errors/problems.ts'
import { compress, fastLevel, smallLevel } from './compression.ts'
import { type Encoding, matchingEtag, pickEncoding } from './content-negotiation.ts'
import type { ResponseBudget } from './response-budget.ts'

export interface PreparedResponse {
  /** Digest of the uncompressed body. */
  readonly digest: string
  readonly type: string
  readonly encodings: Record<Encoding, EncodedBody>
  /** Whether many responses send the same bytes. */
  readonly isShared: boolean
  /** Headers sent with every encoding and with a 304 response. */
  readonly sharedHeaders: readonly string[]
}

interface EncodedBody {
  /** Undefined if no cache may store the response. */
  readonly etag: string | undefined
  /** Names and values alternate, because `writeHead` can send such an array without building an object from it. */
  readonly headers: readonly string[]
  readonly bytes: Buffer
  /** A small body as a Latin-1 string: Node writes a string together with the head, in one system call. */
  readonly text: string | undefined
}

/** Node writes head and body together only up to 16 KiB in total. This leaves 2 KiB for the head. */
const textBytesMax = 14 * 1024

/**
 * Five minutes is short enough that corrections reach clients soon, and long enough that a page loaded twice in a row
 * sends only one request.
 */
const cacheControl = 'public, max-age=300'

const jsonType = 'application/json; charset=utf-8'

/**
 * Prepares a response in all encodings. Compresses at the fastest level; `recompress` makes the bodies smaller later.
 * `headers` overrides the default headers.
 */
export async function prepareResponse(
  bytes: Buffer,
  headers: Record<string, string>,
  type = jsonType,
  digest?: string,
): Promise<PreparedResponse> {
  // zlib's threads compress while this thread computes the digest.
  const compressed = Promise.all([compress(bytes, 'gzip', fastLevel), compress(bytes, 'br', fastLevel)])
  const prepared = prepareUncompressed(bytes, headers, type, digest)
  const [gzipped, brotli] = await compressed
  setCompressed(prepared, 'gzip', fastLevel, gzipped)
  setCompressed(prepared, 'br', fastLevel, brotli)
  return prepared
}

/**
 * Prepares a response that is sent only once. Compresses only large bodies, and only with the encoding negotiated for
 * this request. Returns a promise only if it compresses.
 */
export function prepareFor(
  { headers }: IncomingMessage,
  bytes: Buffer,
  sharedHeaders: readonly string[],
): PreparedResponse | Promise<PreparedResponse> {
  const prepared = { ...preparePlain(bytes, sharedHeaders), isShared: false }
  const encoding = bytes.length > compressedBytesMin ? pickEncoding(headers['accept-encoding']) : 'identity'
  if (encoding === 'identity') return prepared
  return compress(bytes, encoding, fastLevel).then((compressed) => {
    setCompressed(prepared, encoding, fastLevel, compressed)
    return prepared
  })
}

/** Smaller bodies are not compressed, because that would take more time than the saved bytes are worth. */
const compressedBytesMin = 16 * 1024

/** Replaces the compressed bodies with smaller ones, compressed at a higher level. */
export async function recompress(prepared: PreparedResponse): Promise<void> {
  for (const encoding of ['br', 'gzip'] as const) {
    const bytes = await compress(prepared.encodings.identity.bytes, encoding, smallLevel)
    setCompressed(prepared, encoding, smallLevel, bytes)
  }
}

/**
 * Sends the response with the rate-limit headers of this request. Returns false if too many response bytes are already
 * waiting for clients to read them (`budget`).
 */
export function sendPrepared(
  request: IncomingMessage,
  response: ServerResponse,
  prepared: PreparedResponse,
  admission: Pick<AdmissionResult, 'address' | 'headers'>,
  budget: ResponseBudget,
): boolean {
  const encoded = prepared.encodings[pickEncoding(request.headers['accept-encoding'])]
  const ifNoneMatch = request.headers['if-none-match']
  if (ifNoneMatch !== undefined && encoded.etag !== undefined && request.method !== 'POST') {
    const etag = matchingEtag(ifNoneMatch, encoded.etag)
    if (etag !== undefined) {
      response.writeHead(304, ['ETag', etag, ...prepared.sharedHeaders, ...admission.headers]).end()
      return true
    }
  }
  if (!budget.reserve(response, admission.address, encoded.bytes.length, prepared.isShared)) return false
  response.writeHead(200, encoded.headers.concat(admission.headers))
  if (encoded.text === undefined) response.end(encoded.bytes)
  else response.end(encoded.text, 'latin1')
  return true
}

/** Sends a prepared response from a framework route. */
export function replyPrepared(request: FastifyRequest, reply: FastifyReply, prepared: PreparedResponse): FastifyReply {
  const { raw, admission, server } = request
  if (!sendPrepared(raw, reply.raw, prepared, admission, server.responseBudget)) throw responsesBusy()
  reply.hijack()
  return reply
}

/** Prepares a response that uses the plain body for every encoding; `setCompressed` can replace it later. */
export const prepareUncompressed = (
  bytes: Buffer,
  headers: Record<string, string>,
  type = jsonType,
  digest = digestOf(bytes),
): PreparedResponse => preparePlain(bytes, cacheableHeaders(headers), type, digest)

/** Like `prepareUncompressed`, for a body that is built on request, with headers from `cacheableHeaders`. */
export function preparePlain(
  bytes: Buffer,
  sharedHeaders: readonly string[],
  type = jsonType,
  digest = quickDigestOf(bytes),
): PreparedResponse {
  const plain = encodedBody(bytes, `"${digest}"`, ['Content-Type', type], sharedHeaders)
  return { digest, type, sharedHeaders, isShared: true, encodings: { identity: plain, gzip: plain, br: plain } }
}

/** Prepares a JSON response that no cache may store: it has no ETag and is never compressed. */
export function preparePrivate(bytes: Buffer, headers: readonly string[]): PreparedResponse {
  const ownHeaders = ['Content-Type', jsonType, 'Content-Length', String(bytes.length), 'Cache-Control', 'no-store']
  const plain = { etag: undefined, bytes, text: textOf(bytes), headers: ownHeaders.concat(headers) }
  const encodings = { identity: plain, gzip: plain, br: plain }
  return { digest: '', type: jsonType, sharedHeaders: headers, isShared: false, encodings }
}

/** Returns the headers of a response that caches may store. `headers` overrides the default ones. */
export const cacheableHeaders = (headers: Record<string, string>): readonly string[] =>
  Object.entries({ 'Cache-Control': cacheControl, Vary: 'Accept-Encoding', ...headers }).flat()

const digestOf = (bytes: Buffer): string => hash('sha256', bytes, 'hex').slice(0, digestLength)

/**
 * CRC-32 and length. The ETag only has to tell apart the responses of one URL before and after an update, and SHA-256 of
 * a search result takes longer than everything else that HTTP needs.
 */
const quickDigestOf = (bytes: Buffer): string =>
  crc32(bytes).toString(16).padStart(8, '0') + bytes.length.toString(16).padStart(8, '0')

const digestLength = 16

/** Computes the digest in steps: a large body takes milliseconds, and requests can be served between the steps. */
export function* digestInSteps(bytes: Buffer): Generator<void, string> {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += digestBytesPerStep) {
    hash.update(bytes.subarray(at, at + digestBytesPerStep))
    yield
  }
  return hash.digest('hex').slice(0, digestLength)
}

const digestBytesPerStep = 256 * 1024

/**
 * Sets the body for one encoding. Its ETag includes the encoding and the level, because a strong ETag promises
 * identical bytes.
 */
function setCompressed(prepared: PreparedResponse, encoding: Encoding, level: number, bytes: Buffer): void {
  const { digest, type, sharedHeaders } = prepared
  const ownHeaders = ['Content-Type', type, 'Content-Encoding', encoding]
  prepared.encodings[encoding] = encodedBody(bytes, `"${digest}-${encoding}${level}"`, ownHeaders, sharedHeaders)
}

const encodedBody = (
  bytes: Buffer,
  etag: string,
  ownHeaders: string[],
  sharedHeaders: readonly string[],
): EncodedBody => ({
  etag,
  bytes,
  text: textOf(bytes),
  headers: ownHeaders.concat(['Content-Length', String(bytes.length), 'ETag', etag], sharedHeaders),
})

const textOf = (bytes: Buffer): string | undefined =>
  bytes.length <= textBytesMax ? bytes.toString('latin1') : undefined
