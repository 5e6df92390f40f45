import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { makeKey } from '../keys/key-format.ts'
import { createRequestIds } from './request-id.ts'

const idOf = (sent: string, processName = 'p'): string => createRequestIds(processName)({ 'x-request-id': sent })

test('a valid id from the caller is used unchanged', () => {
  for (const sent of [
    'a',
    '0af7651916cd43dd8448eb211c80319c',
    '4bf92f35-77b3-4da6-a3ce-929d0e0e4736',
    'Root=1-67891233-abcdef012345678912345678',
    'pod/7:req_12+3.4',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '12345678-1234-4123-8123-123456789012',
    '00f067aa0ba902b7',
    '7d0a1b2c3d4e5f60-LHR',
    '01HX4J5N6PQ7RSTVWXYZ0ABCDE',
    '1srOrx2ZWZBpBUvZwXKQmoEYga2',
    'x'.repeat(128),
  ]) {
    assert.equal(idOf(sent), sent)
  }
})

test('an id that is empty, too long or has other characters is replaced', () => {
  for (const sent of ['', 'x'.repeat(129), 'a b', 'a,b', 'a\nb', 'a"b', 'ä', 'a\u0000', '<script>', '{}', '%41']) {
    assert.equal(idOf(sent), 'p-1', JSON.stringify(sent))
  }
})

test('an id that contains a key is replaced', () => {
  for (const mode of ['live', 'demo'] as const) {
    const key = makeKey(mode, randomBytes)
    const random = key.slice('blk_live_'.length)
    for (const sent of [key, `id:${key}`, `${key}.1`, key.slice(0, 12), random, `id:${random}`, random.slice(0, 30)])
      assert.equal(idOf(sent), 'p-1')
  }
})

test('an id that looks like an account number is replaced', () => {
  for (const sent of [
    '63748472',
    '20-29-59-63748472',
    'DE89370400440532013000',
    'de89370400440532013000',
    'DE89-3704-0044-0532-0130-00',
    'iban=GB29NWBK60161331926819',
    'nuban_0123456789',
    'pay-de89370400440532013000',
    'pay-de89-3704-0044-0532-0130-00',
    'order.1234567',
    'a_1_2_3_4_5_6_7',
    'be68539007547034',
    '0123456789012345',
    '12345678901234567890123456789012',
  ]) {
    assert.equal(idOf(sent), 'p-1', sent)
  }
})

test('whatever the caller sends, the id is safe in a header, a log and JSON', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme-ascii' })), (sent) => {
      assert.match(idOf(sent), /^[A-Za-z0-9._:/+=-]{1,128}$/)
    }),
  )
})

test('new ids are short and unique within and between processes', () => {
  const processes = Array.from({ length: 50 }, () => createRequestIds())
  const ids = processes.flatMap((requestIdOf) => Array.from({ length: 200 }, () => requestIdOf({})))
  assert.equal(new Set(ids).size, 10_000)
  assert.ok(ids.every((id) => id.length <= 16))
})

test('an id from the caller does not use up a new id', () => {
  const requestIdOf = createRequestIds('p')
  assert.deepEqual(
    ['', 'theirs', ''].map((sent) => requestIdOf({ 'x-request-id': sent })),
    ['p-1', 'theirs', 'p-2'],
  )
})
