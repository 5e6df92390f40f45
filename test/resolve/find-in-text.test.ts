import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { runToEnd } from '../../src/directory/run-to-end.ts'
import { shippedLookups } from '../support/data/shipped-lookups.ts'

interface Expected {
  kind: string
  text: string
}

const sentences = readFileSync(new URL('sentences.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('# ') && line !== '#')
  .map((line) => {
    const expected: Expected[] = [...line.matchAll(/⟦(\w+) (.*?)⟧/g)].map(([, kind = '', text = '']) => ({
      kind,
      text,
    }))
    return { text: line.replaceAll(/⟦\w+ (.*?)⟧/g, '$1'), expected }
  })

interface Found {
  start: number
  end: number
  readings: { kind: string; verdict: string; canonical: string }[]
}

const find = (text: string): Found[] => JSON.parse(runToEnd(shippedLookups().startFind(text).steps))

test('the table has 200 sentences', () => {
  assert.ok(sentences.length >= 200)
})

for (const { text, expected } of sentences) {
  test(`${text} has ${expected.length === 0 ? 'no number' : expected.map(({ kind }) => kind).join(', ')}`, () => {
    const found = find(text).map(({ start, end, readings }) => ({
      kind: readings[0]?.kind,
      text: text.slice(start, end),
    }))
    assert.deepEqual(found, expected)
  })
}

test('at most 50 numbers are found', () => {
  assert.equal(find('IBAN DE89370400440532013000\n'.repeat(60)).length, 50)
})

test('offsets count UTF-16 code units, whatever is around the number', () => {
  for (const [before, after] of [
    ['', ''],
    ['💶 ', ' 💶'],
    ['\ufeff\u200e', '\u200f'],
    ['ﬁ İ ', '…'],
    ['账号：', '，'],
    ['\r\n\t', '\r\n'],
  ] as const) {
    const [number] = find(`${before}DE89 3704 0044 0532 0130 00${after}`)
    assert.deepEqual([number?.start, number?.end], [before.length, before.length + 27], JSON.stringify(before))
  }
})

const pieces = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...sentences.flatMap(({ text }) => text.split(/(?<= )/))) },
  fc.constantFrom(
    'IBAN ',
    'sort code ',
    'account no. ',
    'BLZ ',
    'RIB: ',
    'BIC ',
    '\n',
    ' ',
    ', ',
    ' / ',
    '-',
    '(',
    '+++',
  ),
  fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 10 }),
)
const texts = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join('').slice(0, 4_096))

/** Letters and digits, in one width. */
const essence = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{Nd}]/gu, '')
    .toUpperCase()
const exactKinds = ['iban', 'lei', 'us_aba', 'nuban']

test('in any text, numbers are in order, do not overlap, and are what was read', () => {
  fc.assert(
    fc.property(texts, (text) => {
      let last = 0
      for (const { start, end, readings } of find(text)) {
        assert.ok(start >= last && end > start && end <= text.length)
        last = end
        const [best] = readings
        assert.ok(best)
        if (exactKinds.includes(best.kind) && best.verdict !== 'invalid' && !/[\u0660-\u06f9]/.test(text))
          assert.equal(essence(text.slice(start, end)), best.canonical)
      }
    }),
    { numRuns: 300 },
  )
})
