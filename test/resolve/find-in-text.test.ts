import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
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

const find = (text: string): { start: number; end: number; readings: { kind: string; verdict: string }[] }[] =>
  JSON.parse(runToEnd(shippedLookups().startFind(text).steps))

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
