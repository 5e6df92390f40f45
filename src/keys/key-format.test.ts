import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { hideKeys, holdsKey, keyStart, makeKey, parseKeyMode } from './key-format.ts'

const keys = fc
  .tuple(fc.constantFrom('live' as const, 'demo' as const), fc.uint8Array({ minLength: 64, maxLength: 64 }))
  .map(([mode, bytes]) => {
    let at = 0
    return makeKey(mode, (count) => Uint8Array.from({ length: count }, () => (bytes[at++ % 64] as number) % 248))
  })

test('a key has its mode, 30 random characters and 6 checksum characters', () => {
  for (const mode of ['live', 'demo'] as const) {
    const key = makeKey(mode, randomBytes)
    assert.match(key, new RegExp(`^blk_${mode}_[0-9A-Za-z]{36}$`))
    assert.equal(parseKeyMode(key), mode)
  }
})

test('every wrong character is detected', () => {
  fc.assert(
    fc.property(
      keys,
      fc.nat(44),
      fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }),
      (key, at, character) => {
        fc.pre(key[at] !== character)
        assert.equal(parseKeyMode(key.slice(0, at) + character + key.slice(at + 1)), undefined)
      },
    ),
    { numRuns: 5_000 },
  )
})

test('swapped neighbouring characters are detected', () => {
  fc.assert(
    fc.property(keys, fc.nat(43), (key, at) => {
      fc.pre(key[at] !== key[at + 1])
      assert.equal(parseKeyMode(key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2)), undefined)
    }),
    { numRuns: 5_000 },
  )
})

test('a missing or doubled character is detected, and no input crashes', () => {
  fc.assert(
    fc.property(keys, fc.nat(44), fc.string({ unit: 'binary' }), (key, at, noise) => {
      assert.equal(parseKeyMode(key.slice(0, at) + key.slice(at + 1)), undefined)
      assert.equal(parseKeyMode(key.slice(0, at) + key[at] + key.slice(at)), undefined)
      assert.equal(parseKeyMode(noise), undefined)
    }),
  )
})

test('the random characters are drawn evenly from all 62', () => {
  const counts = new Map<string, number>()
  for (let draw = 0; draw < 4_000; draw++) {
    for (const character of makeKey('demo', randomBytes).slice(9, 39))
      counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  assert.equal(counts.size, 62)
  const expected = (4_000 * 30) / 62
  for (const count of counts.values()) assert.ok(Math.abs(count - expected) < expected / 5)
})

test('a key in a text is found and masked, and `keyStart` shows only four of its random characters', () => {
  const key = makeKey('live', randomBytes)
  assert.ok(holdsKey(`/v1/banks?key=${key}`))
  assert.equal(hideKeys(`a ${key} b ${key}`), 'a blk_live_… b blk_live_…')
  assert.equal(keyStart(key), key.slice(0, 13))
})
