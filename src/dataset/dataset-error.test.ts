import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { code, type Row, type Small, small, writeFolder } from '../../test/support/data/small-data.ts'
import { temporaryFolder } from '../../test/support/services/processes.ts'
import { readDataset } from './dataset.ts'
import { DatasetError } from './dataset-error.ts'

const messageOf = (folder: string, overlay?: string): string => {
  try {
    for (const _ of readDataset(folder, overlay).banks);
  } catch (error) {
    assert.ok(error instanceof DatasetError)
    return error.message
  }
  return assert.fail('it was read')
}

const long = `secret ${'x'.repeat(100_000)}`
/** The maximum length of one quoted value, not of the whole message. */
const quotedMax = 200

test('an error shortens the overlay lines that it quotes, and escapes control characters', (t) => {
  const overlay = temporaryFolder(t)
  mkdirSync(join(overlay, 'banks'))
  writeFileSync(join(overlay, 'banks/bb.jsonl'), `b\u0007\u009b\u202e${long}\na${long}\n`)
  const message = messageOf(writeFolder(t, small()), overlay)
  assert.match(
    message,
    /^overlay\/banks\/bb\.jsonl:2: asecret x+… follows b\\u0007\\u009b\\u202esecret x+…, but ids must be sorted and unique$/,
  )
  for (const [run] of message.matchAll(/x+/g)) assert.ok(run.length <= quotedMax)
})

const first = (data: Small): Row => data.banks.aa?.[0] as Row

const broken: [name: string, breakIt: (data: Small) => void][] = [
  ['a field', (data) => (first(data)[long] = 1)],
  ['a type', (data) => (first(data).type = long)],
  ['a BIC', (data) => (first(data).bic = long)],
  ['a code', (data) => (first(data).codes = [code(long)])],
  ['a scheme', (data) => (first(data).codes = [code('001', { scheme: long })])],
  ['a source', (data) => (first(data).sources = ['a-list', long])],
  ['a pattern', (data) => ((data.schemes[0] as Row).pattern = `^${long}$`)],
]

for (const [name, breakIt] of broken) {
  test(`${name} of 100,000 characters does not make the message long`, (t) => {
    const data = small()
    breakIt(data)
    const message = messageOf(writeFolder(t, data))
    assert.ok(message.length <= 1_000, `${message.length} characters`)
    assert.match(message, /^(banks\/aa\.jsonl:1|schemes\.json)/)
  })
}

test('a message contains no line feed or other control character', () => {
  const { message } = DatasetError.at({ file: 'a\nb' }, 'c\rd\u2028e\u0085')
  assert.equal(message, 'a\\u000ab: c\\u000dd\\u2028e\\u0085')
})
