/**
 * Responses, mostly JSON, that are built for one request and sent once. They are strings from beginning to end: a `Buffer` for
 * each would make V8 collect garbage in the whole heap every few thousand requests.
 */
import type { IncomingMessage } from 'node:http'
import { crc32 } from 'node:zlib'
import { compress, fastLevel, pageLevel } from './compression.ts'
import { pickEncoding } from './content-negotiation.ts'
import { jsonType, preparePlain, setCompressed } from './prepared-response.ts'
import type { HeaderLines, SendableResponse } from './send-response.ts'

/** `sharedHeaders`: the headers from `cacheableHeaders`. */
export const oneOffResponse = (
  text: string,
  sharedHeaders: HeaderLines,
  byteLength = Buffer.byteLength(text),
  type = jsonType,
): SendableResponse => uncompressed(text, byteLength, quickDigest(text, byteLength), sharedHeaders, type)

/** Like `oneOffResponse`, but compresses a large body with the encoding negotiated for this request. */
export function negotiatedResponse(
  { headers }: IncomingMessage,
  text: string,
  sharedHeaders: HeaderLines,
  type = jsonType,
): SendableResponse | Promise<SendableResponse> {
  const byteLength = Buffer.byteLength(text)
  const encoding = byteLength > compressedBytesMin ? pickEncoding(headers['accept-encoding']) : 'identity'
  if (encoding === 'identity') return oneOffResponse(text, sharedHeaders, byteLength, type)
  const bytes = Buffer.from(text)
  const prepared = { ...preparePlain(bytes, sharedHeaders, type, quickDigest(text, byteLength)), isShared: false }
  const level = type === jsonType ? fastLevel : pageLevel
  return compress(bytes, encoding, level).then((compressed) => {
    setCompressed(prepared, encoding, level, compressed)
    return prepared
  })
}

/** Smaller bodies are not compressed, because that would take more time than the saved bytes are worth. */
const compressedBytesMin = 16 * 1024

/** Returns a response that no cache may store: it has no ETag and is never compressed. */
export const privateResponse = (text: string, headers: HeaderLines, type = jsonType): SendableResponse =>
  uncompressed(text, Buffer.byteLength(text), undefined, `Cache-Control: no-store\r\n${headers}`, type)

function uncompressed(
  text: string,
  byteLength: number,
  digest: string | undefined,
  sharedHeaders: HeaderLines,
  type: string,
): SendableResponse {
  const etag = digest === undefined ? undefined : `"${digest}"`
  const etagLine = etag === undefined ? '' : `ETag: ${etag}\r\n`
  const headers = `Content-Type: ${type}\r\nContent-Length: ${byteLength}\r\n${etagLine}${sharedHeaders}`
  const body = { etag, headers, byteLength, content: text, charset: 'utf8' } as const
  return { encodings: { identity: body, gzip: body, br: body }, isShared: false, sharedHeaders }
}

/**
 * Returns the CRC-32 and the length. An ETag only has to tell apart the responses of one URL before and after an update,
 * and SHA-256 of a page of search results takes as long as everything else that HTTP needs.
 */
const quickDigest = (text: string, byteLength: number): string =>
  crc32(text).toString(16).padStart(8, '0') + byteLength.toString(16).padStart(8, '0')
