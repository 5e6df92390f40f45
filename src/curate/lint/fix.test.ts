import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Row, small, writeFolder } from '../../../test/support/data/small-data.ts'
import { dataFolder } from '../../../test/support/services/service.ts'
import { readDataset } from '../../dataset/dataset.ts'
import type { BankRecord } from '../../directory/records/bank.ts'
import { lintFolder, rules } from './lint-folder.ts'

const fix = (folder: string) => lintFolder(folder, { rules, today: '2030-01-01', isShipped: false, fix: true })
/** Sorts and formats the files, and applies no rule. */
const format = (folder: string) => lintFolder(folder, { rules: [], today: '2030-01-01', isShipped: false, fix: true })

/** The shipped data with the banks of every fourth country: lint compares all banks with their format. */
function copyOfData(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-lint-'))
  t.after(() => rmSync(folder, { recursive: true }))
  cpSync(dataFolder, folder, { recursive: true })
  const names = readdirSync(join(folder, 'banks'))
  for (const name of names.filter((_, at) => at % 4 !== 0)) rmSync(join(folder, 'banks', name))
  return folder
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.jsonl?$/.test(name))

const backwards = (row: object): object => Object.fromEntries(Object.entries(row).reverse())

/** Reverses fields, codes, sources and BICs, and adds spaces, a byte order mark and Windows line endings. */
function shuffled(text: string): string {
  const lines = text.trimEnd().split('\n')
  // Every third line, then the rest in reverse: neither sorted nor reversed.
  const order = [...lines.filter((_, at) => at % 3 === 1), ...lines.filter((_, at) => at % 3 !== 1).reverse()]
  const mixed = order.map((line) => {
    const bank: BankRecord = JSON.parse(line)
    bank.codes?.reverse()
    bank.other_bics?.reverse()
    bank.sources.reverse()
    const codes = bank.codes?.map(backwards)
    return JSON.stringify(backwards(codes ? { ...bank, codes } : bank), null, ' ').replaceAll('\n', ' ')
  })
  return `\ufeff${mixed.join('\r\n')}`
}

test('--fix restores shuffled banks and sources of the shipped data to the same bytes, and a second run changes nothing', (t) => {
  const folder = copyOfData(t)
  for (const name of filesIn(folder).filter((file) => file.startsWith('banks/'))) {
    const path = join(folder, name)
    writeFileSync(path, shuffled(readFileSync(path, 'utf8')))
  }
  const sources: object[] = JSON.parse(readFileSync(join(folder, 'sources.json'), 'utf8'))
  writeFileSync(join(folder, 'sources.json'), JSON.stringify(sources.reverse().map(backwards)))
  assert.throws(() => [...readDataset(folder).banks])
  const { fixedFiles } = format(folder)
  assert.equal(fixedFiles.length, readdirSync(join(folder, 'banks')).length + 1)
  for (const name of filesIn(folder)) {
    const same = readFileSync(join(folder, name)).equals(readFileSync(join(dataFolder, name)))
    assert.ok(same, name)
  }
  assert.deepEqual(format(folder).fixedFiles, [])
})

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
