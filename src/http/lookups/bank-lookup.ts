/** The lookup of one bank, open or closed, with all its codes, sources and dates. */
import { oneOffResponse } from '../responses/one-off-response.ts'
import { uncompressedBytesMax } from '../responses/response-cache.ts'
import type { Lookup, LookupResponse } from './lookup.ts'

/** Returns undefined if there is no such bank. */
export function bankResponse(id: string, { snapshot, address }: Lookup): LookupResponse | undefined {
  const { directory, responseCache, cacheableHeaders } = snapshot
  // Only large responses are cached: a bank with thousands of codes takes milliseconds to write and compress.
  const key = `bank ${id}`
  const cached = responseCache.get(key)
  if (cached) return cached
  const json = directory.findBank(id)
  if (json === undefined) return undefined
  const byteLength = Buffer.byteLength(json)
  return byteLength <= uncompressedBytesMax
    ? oneOffResponse(json, cacheableHeaders, byteLength)
    : responseCache.getOrBuild(key, address, Buffer.from(json))
}
