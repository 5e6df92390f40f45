import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readDataset } from '../../../../src/dataset/dataset.ts'
import { type Row, small, writeFolder } from '../../../../test/support/data/small-data.ts'
import { lintFolder, rules } from './lint-folder.ts'

const fix = (folder: string) => lintFolder(folder, { rules, today: '2030-01-01', isShipped: false, fix: true })

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.jsonl?$/.test(name))

const unreadable: [name: string, spoil: (text: string) => string, message: RegExp][] = [
  ['is not JSON', (text) => `${text}{"id":"bb-z"\n`, /^banks\/bb\.jsonl:2: is not JSON.*Nothing was changed/],
  ['breaks the schema', (text) => text.replace('"name"', '"nom"'), /^banks\/bb\.jsonl:1: .*Nothing was changed/],
  ['has a field twice', (text) => text.replace('{', '{"name":"B",'), /^banks\/bb\.jsonl:1: a field occurs twice/],
]

for (const [name, spoil, message] of unreadable) {
  test(`--fix writes nothing if a line ${name}`, (t) => {
    const data = small()
    data.banks.aa?.reverse()
    const folder = writeFolder(t, data)
    const path = join(folder, 'banks/bb.jsonl')
    writeFileSync(path, spoil(readFileSync(path, 'utf8')))
    const before = filesIn(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
    assert.throws(() => fix(folder), { name: 'DatasetError', message })
    assert.deepEqual(
      filesIn(folder).map((file) => readFileSync(join(folder, file), 'utf8')),
      before,
    )
  })
}

test('the error names every line that cannot be read', (t) => {
  const folder = writeFolder(t, small())
  for (const name of ['banks/aa.jsonl', 'banks/bb.jsonl']) writeFileSync(join(folder, name), '{"id":\n[]\n')
  assert.throws(
    () => fix(folder),
    ({ message }: Error) => {
      const lines = message.split('\n')
      assert.deepEqual(
        lines.map((line) => line.slice(0, 'banks/aa.jsonl:1:'.length)),
        ['banks/aa.jsonl:1:', 'banks/aa.jsonl:2:', 'banks/bb.jsonl:1:', 'banks/bb.jsonl:2:'],
      )
      return lines.slice(0, -1).every((line) => line.endsWith('.')) && message.endsWith('. Nothing was changed.')
    },
  )
})

test('an unreadable correction does not stop --fix, which leaves its file alone', (t) => {
  const data = small()
  data.banks.aa?.reverse()
  const folder = writeFolder(t, data)
  writeFileSync(join(folder, 'corrections.jsonl'), '{"bank":\n')
  const { fixedFiles, findings } = fix(folder)
  assert.ok(fixedFiles.includes('banks/aa.jsonl'))
  assert.deepEqual(
    findings.map(({ rule, file, line }) => [rule, file, line]),
    [['corrections', 'corrections.jsonl', 1]],
  )
  assert.equal(readFileSync(join(folder, 'corrections.jsonl'), 'utf8'), '{"bank":\n')
})

test('--fix does not drop a duplicate source', (t) => {
  const data = small()
  data.sources.push({ ...data.sources[0], title: 'Another' })
  assert.throws(() => fix(writeFolder(t, data)), /^DatasetError: sources\.json:1: a-list: appears twice/)
})

test('lint finds a problem in every folder that the service rejects', (t) => {
  const first = (data: ReturnType<typeof small>): Row => data.banks.aa?.[0] as Row
  const breaks: ((data: ReturnType<typeof small>) => void)[] = [
    (data) => (first(data).colour = 'red'),
    (data) => data.banks.aa?.reverse(),
    (data) => (first(data).country = 'BB'),
    (data) => delete data.banks.bb,
    (data) => (data.banks.cc = []),
    (data) => (first(data).sources = ['b-list']),
    (data) => (first(data).successor = 'bb-only'),
    (data) => ((data.countries[2] as Row).members = ['CC']),
    (data) => ((data.countries[0] as Row).also = ['BB']),
    (data) => data.countries.push(data.countries[0] as Row),
    (data) => ((data.schemes[0] as Row).pattern = '^($'),
  ]
  for (const breakIt of breaks) {
    const data = small()
    breakIt(data)
    const folder = writeFolder(t, data)
    assert.throws(() => [...readDataset(folder).banks], { name: 'DatasetError' }, String(breakIt))
    let count: number
    try {
      count = fix(folder).findings.length
    } catch (error) {
      assert.equal((error as Error).name, 'DatasetError', String(breakIt))
      continue
    }
    // --fix repairs the order; lint finds everything else.
    if (count === 0) assert.doesNotThrow(() => [...readDataset(folder).banks], String(breakIt))
  }
})
