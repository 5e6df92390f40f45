import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { createResponseCache, queueMax, queueOfAddressMax } from './response-cache.ts'

const large = (text: string): Buffer => Buffer.from(JSON.stringify(text.repeat(40_000)))

test('a small answer is sent as it is, a large one compressed', async () => {
  const fresh = createResponseCache({})
  const small = await fresh('small', 'an address', () => Buffer.from('{}'))
  assert.equal(small.forms.gzip, small.forms.identity)
  const body = await fresh('large', 'an address', () => large('a'))
  assert.ok(gunzipSync(body.forms.gzip.bytes).equals(large('a')))
})

test('those who ask for the same at once share one answer, and it is made once', async () => {
  const fresh = createResponseCache({})
  let made = 0
  const ask = () =>
    fresh('same', 'an address', () => {
      made++
      return large('a')
    })
  const bodies = await Promise.all([ask(), ask(), ask()])
  assert.equal(new Set(bodies).size, 1)
  await ask()
  assert.equal(made, 1)
})

test('a small answer that takes work is made once, too', async () => {
  const fresh = createResponseCache({})
  let made = 0
  const ask = () => fresh('small', 'an address', () => Buffer.from(String(++made)))
  assert.equal(await ask(), await ask())
  assert.equal(made, 1)
})

test('as many large answers are kept as there is room for, those that were asked for last', async () => {
  const fresh = createResponseCache({})
  const made: string[] = []
  const ask = (key: string) =>
    fresh(key, 'an address', () => {
      made.push(key)
      // Five of these fit, a sixth does not.
      return Buffer.alloc(4.5 * 1024 * 1024, key)
    })
  for (const key of 'abcde') await ask(key)
  await ask('a')
  await ask('f')
  made.length = 0
  await ask('a')
  assert.deepEqual(made, [])
  await ask('b')
  assert.deepEqual(made, ['b'])
})

test('of many that are asked for at once, one is made at a time, and each once', async () => {
  const fresh = createResponseCache({})
  let open = 0
  let most = 0
  const made: string[] = []
  const ask = async (key: string) => {
    await fresh(key, 'an address', () => {
      made.push(key)
      most = Math.max(most, ++open)
      return large(key)
    })
    open--
  }
  await Promise.all([...'abcdabcdabcd'].map((key) => ask(key)))
  assert.equal(made.length, queueOfAddressMax)
  assert.ok(most <= 2, `${most} at once`)
})

test('an answer that could not be made is tried again', async () => {
  const fresh = createResponseCache({})
  await assert.rejects(
    fresh('x', 'an address', () => {
      throw new Error('not now')
    }),
  )
  assert.ok(await fresh('x', 'an address', () => large('x')))
})

test('a long queue is refused with 503 and the time to wait, and one that waits already is shared', async () => {
  const fresh = createResponseCache({})
  const ask = (key: string, address: string) => fresh(key, address, () => large(key))
  const busy = { code: 'lists_busy', status: 503, headers: { 'Retry-After': '2' } }
  const waiting = Array.from({ length: queueOfAddressMax }, (_, at) => ask(`a ${at}`, 'a'))
  await assert.rejects(ask('one more', 'a'), busy)
  for (let at = queueOfAddressMax; at < queueMax; at++) waiting.push(ask(`b ${at}`, `b ${at}`))
  await assert.rejects(ask('one more', 'c'), busy)
  assert.equal(await ask('a 0', 'c'), await waiting[0])
  await Promise.all(waiting)
  assert.ok(await ask('one more', 'a'))
})
