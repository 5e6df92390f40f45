/** Compresses response bodies on zlib's threads. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from './content-negotiation.ts'

/** Compression level for a response that a client is waiting for. */
export const fastLevel = 1
/** Compression level for a page of the site: an eighth smaller than at the fast level, for a millisecond. */
export const pageLevel = 4
/** Compression level for background work: the lists are compressed once and sent many times. */
export const smallLevel = 9

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

export function compress(bytes: Buffer, encoding: Exclude<Encoding, 'identity'>, level: number): Promise<Buffer> {
  // Make the output chunk large enough for most results: each further chunk is another round trip to the thread.
  const chunkSize = Math.max(1024, bytes.length >> 2)
  if (encoding === 'gzip') return gzipAsync(bytes, { level, chunkSize })
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_SIZE_HINT: sizeHint } = constants
  return brotliAsync(bytes, { chunkSize, params: { [quality]: level, [sizeHint]: bytes.length } })
}
