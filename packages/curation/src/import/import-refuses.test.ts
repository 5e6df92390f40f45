import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import {
  createWorkbench,
  describeChanges,
  knownBank,
  row,
  twoBanks,
} from '../../../../test/support/data/import-workbench.ts'

test('an empty file and a file that lost a quarter of its rows are rejected', async (t) => {
  const many = Array.from({ length: 20 }, (_, at) => String(at).padStart(3, '0'))
  const { path, run } = createWorkbench(t, [knownBank('aa-alpha', 'Alpha Bank', many)])
  const before = readFileSync(join(path, 'banks/aa.jsonl'), 'utf8')
  await assert.rejects(run([], '2026-06-30'), { name: UnusableFile.name, message: /^line 1: the file is empty/ })
  const rows = many.slice(0, 15).map((value) => row(value, 'ALPHA BANK'))
  const message = /^line 15: the file ends after 15 rows; our data has 20 codes from this list/
  await assert.rejects(run(rows, '2026-06-30'), { name: UnusableFile.name, message })
  assert.equal(readFileSync(join(path, 'banks/aa.jsonl'), 'utf8'), before)
})

test('a correction with an unknown bank, an unknown fact or no evidence is rejected with its line', async (t) => {
  const { path, run } = createWorkbench(t, twoBanks())
  const good = { bank: 'aa-beta', fact: 'name', reason: 'As the register has it.', evidence: 'a-list', date: '2026' }
  const refused: [object, RegExp][] = [
    [{ ...good, bank: 'aa-unknown' }, /corrections\.jsonl:1: there is no bank aa-unknown/],
    [{ ...good, fact: 'colour' }, /"colour" is neither a field/],
    [{ ...good, evidence: 'I know it' }, /neither a URL nor a source/],
    [{ ...good, reason: '' }, /reason/],
  ]
  for (const [correction, message] of refused) {
    writeFileSync(join(path, 'corrections.jsonl'), `${JSON.stringify(correction)}\n`)
    await assert.rejects(run([row('001', 'ALPHA BANK')], '2026-06-30'), { message })
  }
})

test('a file that lacks many of our codes is rejected unless losses are accepted', async (t) => {
  const many = Array.from({ length: 60 }, (_, at) => String(at).padStart(3, '0'))
  const { run } = createWorkbench(t, [knownBank('aa-alpha', 'Alpha Bank', many)])
  const rows = many.slice(0, 50).map((value) => row(value, 'ALPHA BANK'))
  const message = /^line 50: the file ends here and lacks 10 of the 60 codes/
  await assert.rejects(run(rows, '2026-06-30'), { name: UnusableFile.name, message })
  assert.equal(describeChanges(await run(rows, '2026-06-30', true)).length, 10)
})
