/** Lint and its fixes on the shipped data. */
import assert from 'node:assert/strict'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readBranchFiles } from '../../packages/curation/src/branch-list-files.ts'
import { exceptionsOf, findingText, lint, lintFolder } from '../../packages/curation/src/lint/lint-folder.ts'
import { readRecords } from '../../packages/curation/src/lint/read-records.ts'
import { rules } from '../../packages/curation/src/lint/rules.ts'
import { readFiles } from '../../src/dataset/data-files.ts'
import { readDataset } from '../../src/dataset/dataset.ts'
import type { BankRecord } from '../../src/directory/records/bank-record.ts'
import { dataFolder } from '../support/data/shipped.ts'
import { temporaryFolder } from '../support/services/processes.ts'

/** Sorts and formats the files, without the rules, which the first test applies. */
const format = (folder: string) => lintFolder(folder, { rules: [], today: '2030-01-01', isShipped: false, fix: true })

test('the shipped data passes every rule and needs every exception', () => {
  const files = new Map([...readFiles(dataFolder), ...readBranchFiles(dataFolder)])
  // The date of the newest list or correction replaces today, so that the test does not depend on the clock.
  const { sources, corrections } = readRecords(files, '9999')
  const corrected = corrections.flatMap((line) => ('correction' in line ? [line.correction] : []))
  const [newest = ''] = [...sources.values(), ...corrected]
    .map(({ date }) => date)
    .sort()
    .reverse()
  const data = readRecords(files, newest)
  const { findings, unneeded } = lint(data, rules, exceptionsOf)
  assert.deepEqual([...findings, ...unneeded].map(findingText), [])
  assert.ok(data.banks.length > 19_000)
  assert.ok(data.banks.flatMap(({ bank }) => bank.codes ?? []).length > 60_000)
  assert.ok(data.banks.filter(({ bank }) => bank.lei !== undefined).length > 5_000)
})

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

test('--fix restores a shuffled copy of the shipped data to the same bytes, and a second run changes nothing', (t) => {
  const folder = temporaryFolder(t)
  cpSync(dataFolder, folder, { recursive: true })
  for (const name of filesIn(folder).filter((file) => file.startsWith('banks/'))) {
    const path = join(folder, name)
    writeFileSync(path, shuffled(readFileSync(path, 'utf8')))
  }
  const sources: object[] = JSON.parse(readFileSync(join(folder, 'sources.json'), 'utf8'))
  writeFileSync(join(folder, 'sources.json'), JSON.stringify(sources.reverse().map(backwards)))
  assert.throws(() => [...readDataset(folder).banks])
  const { fixedFiles } = format(folder)
  assert.equal(fixedFiles.length, readdirSync(join(dataFolder, 'banks')).length + 1)
  for (const name of filesIn(dataFolder)) {
    const same = readFileSync(join(folder, name)).equals(readFileSync(join(dataFolder, name)))
    assert.ok(same, name)
  }
  assert.deepEqual(format(folder).fixedFiles, [])
})

test('each country passes alone, as in the whole data', () => {
  for (const file of readdirSync(join(dataFolder, 'banks')).filter((_, at) => at % 10 === 0)) {
    const bankFiles = [`banks/${file}`]
    const { findings } = lintFolder(dataFolder, { rules, today: '2030-01-01', isShipped: true, fix: false, bankFiles })
    assert.deepEqual(findings.map(findingText), [], file)
  }
})
