/** Caches rendered pages up to a number of bytes. The least recently used pages are dropped first. */
import type { PreparedResponse } from '../responses/prepared-response.ts'

export interface PageCache {
  /** Concurrent calls with the same key share one rendering. A failed one is not cached. */
  getOrRender(key: string, render: () => Promise<PreparedResponse>): Promise<PreparedResponse>
}

interface CachedPage {
  response: Promise<PreparedResponse>
  /** 0 until the page is rendered. */
  bytes: number
}

export function createPageCache(bytesMax: number): PageCache {
  /** The least recently used page comes first. */
  const pages = new Map<string, CachedPage>()
  let bytes = 0

  function measure(key: string, page: CachedPage, response: PreparedResponse): void {
    page.bytes = sizeOf(response)
    bytes += page.bytes
    for (const [oldestKey, oldest] of pages) {
      if (bytes <= bytesMax) return
      if (oldestKey === key || oldest.bytes === 0) continue
      pages.delete(oldestKey)
      bytes -= oldest.bytes
    }
  }

  return {
    getOrRender: (key, render) => {
      const known = pages.get(key)
      if (known) {
        pages.delete(key)
        pages.set(key, known)
        return known.response
      }
      const page: CachedPage = { response: render(), bytes: 0 }
      pages.set(key, page)
      page.response.then(
        (response) => measure(key, page, response),
        () => pages.delete(key),
      )
      return page.response
    },
  }
}

const sizeOf = ({ encodings }: PreparedResponse): number =>
  Object.values(encodings).reduce((sum, { bytes }) => sum + bytes.length, 0)
