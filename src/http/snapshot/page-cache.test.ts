import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PreparedResponse, prepareUncompressed } from '../responses/prepared-response.ts'
import { createPageCache } from './page-cache.ts'

/** A page whose three encodings have 100 bytes each. */
const page = (): PreparedResponse => prepareUncompressed(Buffer.alloc(100), {})

test('beyond the limit, the pages that were used longest ago are dropped', async () => {
  const cache = createPageCache(1000)
  const rendered: string[] = []
  const open = (key: string): Promise<PreparedResponse> =>
    cache.getOrRender(key, async () => {
      rendered.push(key)
      return page()
    })
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'c', 'b']) await open(key)
  assert.deepEqual(rendered, ['a', 'b', 'c', 'd', 'b'])
})

test('concurrent requests share a rendering, and a failed one is repeated', async () => {
  const cache = createPageCache(1000)
  let count = 0
  const failing = async (): Promise<PreparedResponse> => {
    count++
    throw new Error('not rendered')
  }
  const both = await Promise.allSettled([cache.getOrRender('a', failing), cache.getOrRender('a', failing)])
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(count, 1)
  assert.ok(await cache.getOrRender('a', async () => page()))
})

test('a page that is larger than the limit is served', async () => {
  const cache = createPageCache(10)
  assert.equal((await cache.getOrRender('a', async () => page())).encodings.identity.bytes.length, 100)
})
