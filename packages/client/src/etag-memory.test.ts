import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEtagMemory } from './etag-memory.ts'

const response = (text: string) => ({ etag: `"${text[0]}"`, text })

test('the memory drops the least recently used responses first', () => {
  const memory = createEtagMemory(10)
  memory.set('a', response('aaaa'))
  memory.set('b', response('bbbb'))
  assert.equal(memory.get('a')?.text, 'aaaa')
  memory.set('c', response('cccc'))
  assert.deepEqual(
    ['a', 'b', 'c'].map((url) => memory.get(url)?.etag),
    ['"a"', undefined, '"c"'],
  )
})

test('a new response replaces the old one of the same URL and its size', () => {
  const memory = createEtagMemory(10)
  for (let round = 0; round < 5; round++) memory.set('a', response('aaaaaa'))
  memory.set('b', response('bbbb'))
  assert.ok(memory.get('a'))
  memory.set('a', response('z'.repeat(11)))
  assert.equal(memory.get('a'), undefined)
  assert.ok(memory.get('b'))
})

test('a response that is larger than the memory is not kept, and drops no others', () => {
  const memory = createEtagMemory(10)
  memory.set('a', response('aaaa'))
  memory.set('b', response('b'.repeat(11)))
  assert.equal(memory.get('b'), undefined)
  assert.ok(memory.get('a'))
  const none = createEtagMemory(0)
  none.set('a', response('aaaa'))
  assert.equal(none.get('a'), undefined)
})
