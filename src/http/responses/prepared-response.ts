/**
 * Responses prepared ahead of the request: the body in every encoding, with its headers. To respond, the server only
 * picks an encoding and writes it.
 */
import { createHash, hash } from 'node:crypto'
import { compress, fastLevel, smallLevel } from './compression.ts'
import type { Encoding } from './content-negotiation.ts'
import { type HeaderLines, headerLines, type ResponseBody, type SendableResponse } from './send-response.ts'

export interface PreparedResponse extends SendableResponse {
  /** Digest of the uncompressed body. */
  readonly digest: string
  readonly type: string
  readonly encodings: Record<Encoding, EncodedBody>
}

interface EncodedBody extends ResponseBody {
  readonly bytes: Buffer
}

/** Node writes head and body together only up to 16 KiB in total. This leaves 2 KiB for the head. */
const textBytesMax = 14 * 1024

/**
 * Five minutes is short enough that corrections reach clients soon, and long enough that a page loaded twice in a row
 * sends only one request.
 */
export const cacheControl = 'public, max-age=300'

export const jsonType = 'application/json; charset=utf-8'

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

/** Compresses the body at this level, and replaces bodies that were compressed at another one. */
export async function recompress(prepared: PreparedResponse, level: number): Promise<void> {
  for (const encoding of ['br', 'gzip'] as const) {
    setCompressed(prepared, encoding, level, await compress(prepared.encodings.identity.bytes, encoding, level))
  }
}

/** The body in its compressed forms, as an earlier process computed them at `smallLevel`. */
export interface CompressedBodies {
  digest: string
  br: Uint8Array
  gzip: Uint8Array
}

export const compressedBodiesOf = ({ digest, encodings: { br, gzip } }: PreparedResponse): CompressedBodies => ({
  digest,
  br: br.bytes,
  gzip: gzip.bytes,
})

export function addCompressed(prepared: PreparedResponse, bodies: CompressedBodies): void {
  for (const encoding of ['br', 'gzip'] as const) {
    const { buffer, byteOffset, byteLength } = bodies[encoding]
    setCompressed(prepared, encoding, smallLevel, Buffer.from(buffer, byteOffset, byteLength))
  }
}

/** Prepares a response that uses the plain body for every encoding; `setCompressed` can replace it later. */
export const prepareUncompressed = (
  bytes: Buffer,
  headers: Record<string, string>,
  type = jsonType,
  digest = digestOf(bytes),
): PreparedResponse => preparePlain(bytes, cacheableHeaders(headers), type, digest)

/** Like `prepareUncompressed`, with the headers from `cacheableHeaders`. */
export function preparePlain(
  bytes: Buffer,
  sharedHeaders: HeaderLines,
  type = jsonType,
  digest = digestOf(bytes),
): PreparedResponse {
  const plain = encodedBody(bytes, `"${digest}"`, ['Content-Type', type], sharedHeaders)
  return { digest, type, sharedHeaders, isShared: true, encodings: { identity: plain, gzip: plain, br: plain } }
}

/** Returns the headers of a response that caches may store. `headers` overrides the default ones. */
export const cacheableHeaders = (headers: Record<string, string>): HeaderLines =>
  headerLines(Object.entries({ 'Cache-Control': cacheControl, Vary: 'Accept-Encoding', ...headers }).flat())

const digestOf = (bytes: Buffer): string => hash('sha256', bytes, 'hex').slice(0, digestLength)

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
export function setCompressed(prepared: PreparedResponse, encoding: Encoding, level: number, bytes: Buffer): void {
  const { digest, type, sharedHeaders } = prepared
  const ownHeaders = ['Content-Type', type, 'Content-Encoding', encoding]
  prepared.encodings[encoding] = encodedBody(bytes, `"${digest}-${encoding}${level}"`, ownHeaders, sharedHeaders)
}

function encodedBody(bytes: Buffer, etag: string, ownHeaders: string[], sharedHeaders: HeaderLines): EncodedBody {
  const byteLength = bytes.length
  return {
    etag,
    bytes,
    byteLength,
    content: byteLength <= textBytesMax ? bytes.toString('latin1') : bytes,
    charset: 'latin1',
    headers: headerLines([...ownHeaders, 'Content-Length', String(byteLength), 'ETag', etag]) + sharedHeaders,
  }
}
