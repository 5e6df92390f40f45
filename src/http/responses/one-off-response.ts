/**
 * JSON responses that are built for one request and sent once. They are strings from beginning to end: a `Buffer` for
 * each would make V8 collect garbage in the whole heap every few thousand requests.
 */
import type { IncomingMessage } from 'node:http'
import { crc32 } from 'node:zlib'
import { compress, fastLevel } from './compression.ts'
import { pickEncoding } from './content-negotiation.ts'
import { jsonType, preparePlain, setCompressed } from './prepared-response.ts'
import type { HeaderLines } from './response-head.ts'
import type { SendableResponse } from './send-response.ts'

/** `sharedHeaders`: the headers from `cacheableHeaders`. */
export const oneOffResponse = (
  json: string,
  sharedHeaders: HeaderLines,
  byteLength = Buffer.byteLength(json),
): SendableResponse => uncompressed(json, byteLength, quickDigest(json, byteLength), sharedHeaders)

/** Like `oneOffResponse`, but compresses a large body with the encoding negotiated for this request. */
export function negotiatedResponse(
  { headers }: IncomingMessage,
  json: string,
  sharedHeaders: HeaderLines,
): SendableResponse | Promise<SendableResponse> {
  const byteLength = Buffer.byteLength(json)
  const encoding = byteLength > compressedBytesMin ? pickEncoding(headers['accept-encoding']) : 'identity'
  if (encoding === 'identity') return oneOffResponse(json, sharedHeaders, byteLength)
  const bytes = Buffer.from(json)
  const prepared = { ...preparePlain(bytes, sharedHeaders, jsonType, quickDigest(json, byteLength)), isShared: false }
  return compress(bytes, encoding, fastLevel).then((compressed) => {
    setCompressed(prepared, encoding, fastLevel, compressed)
    return prepared
  })
}

/** Smaller bodies are not compressed, because that would take more time than the saved bytes are worth. */
const compressedBytesMin = 16 * 1024

/** Returns a response that no cache may store: it has no ETag and is never compressed. */
export const privateResponse = (json: string, headers: HeaderLines): SendableResponse =>
  uncompressed(json, Buffer.byteLength(json), undefined, `Cache-Control: no-store\r\n${headers}`)

function uncompressed(
  json: string,
  byteLength: number,
  digest: string | undefined,
  sharedHeaders: HeaderLines,
): SendableResponse {
  const etag = digest === undefined ? undefined : `"${digest}"`
  const etagLine = etag === undefined ? '' : `ETag: ${etag}\r\n`
  const headers = `Content-Type: ${jsonType}\r\nContent-Length: ${byteLength}\r\n${etagLine}${sharedHeaders}`
  const body = { etag, headers, byteLength, content: json, charset: 'utf8' } as const
  return { encodings: { identity: body, gzip: body, br: body }, isShared: false, sharedHeaders }
}

/**
 * Returns the CRC-32 and the length. An ETag only has to tell apart the responses of one URL before and after an update,
 * and SHA-256 of a page of search results takes as long as everything else that HTTP needs.
 */
const quickDigest = (json: string, byteLength: number): string =>
  crc32(json).toString(16).padStart(8, '0') + byteLength.toString(16).padStart(8, '0')
