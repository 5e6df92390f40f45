import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { createResponseCache, queueMax, queuePerAddressMax } from './response-cache.ts'

const large = (text: string): Buffer => Buffer.from(JSON.stringify(text.repeat(40_000)))

test('a small response is sent uncompressed, a large one compressed', async () => {
  const cache = createResponseCache({})
  const small = await cache.getOrBuild('small', '192.0.2.1', () => Buffer.from('{}'))
  assert.equal(small.encodings.gzip, small.encodings.identity)
  const body = await cache.getOrBuild('large', '192.0.2.1', () => large('a'))
  assert.ok(gunzipSync(body.encodings.gzip.bytes).equals(large('a')))
})

test('concurrent requests for the same response share one build', async () => {
  const cache = createResponseCache({})
  let builds = 0
  const request = () =>
    cache.getOrBuild('same', '192.0.2.1', () => {
      builds++
      return large('a')
    })
  const bodies = await Promise.all([request(), request(), request()])
  assert.equal(new Set(bodies).size, 1)
  await request()
  assert.equal(builds, 1)
})

test('a small response is cached, too, if it has to be built', async () => {
  const cache = createResponseCache({})
  let builds = 0
  const request = () => cache.getOrBuild('small', '192.0.2.1', () => Buffer.from(String(++builds)))
  assert.equal(await request(), await request())
  assert.equal(builds, 1)
})

test('the cache evicts the least recently used response when it is full', async () => {
  const cache = createResponseCache({})
  const built: string[] = []
  const request = (key: string) =>
    cache.getOrBuild(key, '192.0.2.1', () => {
      built.push(key)
      // The cache has space for five of these.
      return Buffer.alloc(4.5 * 1024 * 1024, key)
    })
  for (const key of 'abcde') await request(key)
  await request('a')
  await request('f')
  built.length = 0
  await request('a')
  assert.deepEqual(built, [])
  await request('b')
  assert.deepEqual(built, ['b'])
})

test('different responses are built one at a time, and each once', async () => {
  const cache = createResponseCache({})
  let running = 0
  let runningMax = 0
  const built: string[] = []
  const request = async (key: string) => {
    await cache.getOrBuild(key, '192.0.2.1', () => {
      built.push(key)
      runningMax = Math.max(runningMax, ++running)
      return large(key)
    })
    running--
  }
  await Promise.all([...'abcdabcdabcd'].map((key) => request(key)))
  assert.equal(built.length, queuePerAddressMax)
  assert.ok(runningMax <= 2, `${runningMax} at once`)
})

test('a failed build is not cached', async () => {
  const cache = createResponseCache({})
  await assert.rejects(async () =>
    cache.getOrBuild('x', '192.0.2.1', () => {
      throw new Error('not now')
    }),
  )
  assert.ok(await cache.getOrBuild('x', '192.0.2.1', () => large('x')))
})

test('a full queue rejects new builds with 503 and Retry-After; a queued build is shared', async () => {
  const cache = createResponseCache({})
  const request = async (key: string, address: string) => cache.getOrBuild(key, address, () => large(key))
  const busy = { code: 'lists_busy', status: 503, headers: { 'Retry-After': '2' } }
  const waiting = Array.from({ length: queuePerAddressMax }, (_, at) => request(`a ${at}`, 'a'))
  await assert.rejects(request('one more', 'a'), busy)
  for (let at = queuePerAddressMax; at < queueMax; at++) waiting.push(request(`b ${at}`, `b ${at}`))
  await assert.rejects(request('one more', 'c'), busy)
  assert.equal(await request('a 0', 'c'), await waiting[0])
  await Promise.all(waiting)
  assert.ok(await request('one more', 'a'))
})
