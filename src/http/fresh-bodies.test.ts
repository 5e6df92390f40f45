import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { openFreshBodies, queueMax } from './fresh-bodies.ts'

const large = (text: string): Buffer => Buffer.from(JSON.stringify(text.repeat(40_000)))

test('a small answer is sent as it is, a large one compressed', async () => {
  const fresh = openFreshBodies({})
  const small = await fresh('small', () => Buffer.from('{}'))
  assert.equal(small.forms.gzip, small.forms.identity)
  const body = await fresh('large', () => large('a'))
  assert.ok(gunzipSync(body.forms.gzip.bytes).equals(large('a')))
})

test('those who ask for the same at once share one answer, and it is made once', async () => {
  const fresh = openFreshBodies({})
  let made = 0
  const ask = () =>
    fresh('same', () => {
      made++
      return large('a')
    })
  const bodies = await Promise.all([ask(), ask(), ask()])
  assert.equal(new Set(bodies).size, 1)
  await ask()
  assert.equal(made, 1)
})

test('a small answer that takes work is made once, too', async () => {
  const fresh = openFreshBodies({})
  let made = 0
  const ask = () => fresh('small', () => Buffer.from(String(++made)))
  assert.equal(await ask(), await ask())
  assert.equal(made, 1)
})

test('as many large answers are kept as there is room for, those that were asked for last', async () => {
  const fresh = openFreshBodies({})
  const made: string[] = []
  const ask = (key: string) =>
    fresh(key, () => {
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
  const fresh = openFreshBodies({})
  let open = 0
  let most = 0
  const made: string[] = []
  const ask = async (key: string) => {
    await fresh(key, () => {
      made.push(key)
      most = Math.max(most, ++open)
      return large(key)
    })
    open--
  }
  await Promise.all([...'abcdefghabcdefgh'].map((key) => ask(key)))
  assert.equal(made.length, queueMax)
  assert.ok(most <= 2, `${most} at once`)
})

test('an answer that could not be made is tried again', async () => {
  const fresh = openFreshBodies({})
  await assert.rejects(
    fresh('x', () => {
      throw new Error('not now')
    }),
  )
  assert.ok(await fresh('x', () => large('x')))
})

test('a long queue is refused with 503 and the time to wait, and one that waits already is shared', async () => {
  const fresh = openFreshBodies({})
  const ask = (key: string) => fresh(key, () => large(key))
  const waiting = Array.from({ length: queueMax }, (_, at) => ask(String(at)))
  await assert.rejects(ask('one more'), { code: 'lists_busy', status: 503, headers: { 'Retry-After': '2' } })
  assert.equal(await ask('0'), await waiting[0])
  await Promise.all(waiting)
  assert.ok(await ask('one more'))
})
