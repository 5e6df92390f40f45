import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  createWorkbench,
  describeChanges,
  knownBank,
  largeBank,
  largeBankRows,
  row,
  twoBanks,
} from '../../../../test/support/data/import-workbench.ts'
import { code, type Row } from '../../../../test/support/data/small-data.ts'

test('an older file overrides nothing: it adds missing facts, and codes that only it has are not current', async (t) => {
  const { write } = createWorkbench(t, twoBanks())
  const rows = [
    row('001', 'OMEGA BANK'),
    row('002', 'ALPHA BANK', { city: 'CITY' }),
    row('003', 'BETA SAVINGS BANK', { city: 'ELSEWHERE' }),
    row('005', 'BETA SAVINGS BANK', { city: 'TOWN' }),
    row('006', 'GONE BANK'),
  ]
  const { banks, ...imported } = await write(rows, '2020-01-31')
  assert.deepEqual(describeChanges(imported), [
    'filled aa-alpha: Its city is City.',
    'filled aa-beta: aa_code 005 is added as former, because it is not on a newer list.',
  ])
  assert.equal(imported.draft.unchanged.newer, 1)
  assert.equal(imported.skippedRows, 1)
  assert.equal(banks.get('aa-alpha')?.name, 'Alpha Bank')
  assert.equal(banks.get('aa-beta')?.city, 'Town')
  assert.equal(banks.get('aa-beta')?.codes?.find(({ value }) => value === '003')?.source, 'aa-list-2026-01')
})

test('manual corrections stay, and the summary lists them', async (t) => {
  const { path, write } = createWorkbench(t, [...twoBanks(), largeBank])
  const reason = 'The register of the regulator has this name.'
  const corrections = [
    { bank: 'aa-beta', fact: 'name', reason, evidence: 'https://regulator.example/', date: '2026-02-01' },
    { bank: 'aa-alpha', fact: 'aa_code 002', reason, evidence: 'a-list', date: '2026-02-01' },
  ]
  writeFileSync(join(path, 'corrections.jsonl'), corrections.map((each) => `${JSON.stringify(each)}\n`).join(''))
  const { banks, ...imported } = await write(
    [row('001', 'ALPHA BANK'), row('003', 'DELTA BANK'), ...largeBankRows],
    '2026-06-30',
  )
  assert.deepEqual(describeChanges(imported), [])
  assert.deepEqual([...imported.draft.unchanged.corrected].sort(), ['aa-alpha aa_code 002', 'aa-beta name'])
  assert.equal(banks.get('aa-beta')?.name, 'Beta Savings Bank')
  assert.equal(banks.get('aa-alpha')?.codes?.find(({ value }) => value === '002')?.status, undefined)
})

test('a list does not reopen a closed or merged bank', async (t) => {
  const former = code('002', { status: 'former', source: 'aa-list-2026-01' })
  const { run } = createWorkbench(t, [
    knownBank('aa-alpha', 'Alpha Bank', ['001']),
    knownBank('aa-beta', 'Beta Bank', [], { status: 'closed', codes: [former] }),
  ])
  const imported = await run([row('001', 'ALPHA BANK'), row('002', 'BETA BANK'), row('003', 'BETA BANK')], '2026-06-30')
  assert.deepEqual(describeChanges(imported), [
    'doubtful aa-beta: The file lists it, but it is closed in our data.',
    'doubtful : "BETA BANK" has the same name as aa-beta, but another city; it may be another bank.',
  ])
})

test('a correction at either bank keeps a code from moving, and a correction of the legal name prevents a rename', async (t) => {
  const { path, run } = createWorkbench(t, twoBanks())
  const reason = 'The register of the regulator has this.'
  const correct = (id: string, fact: string): void => {
    const correction = { bank: id, fact, reason, evidence: 'a-list', date: '2026-02-01' }
    writeFileSync(join(path, 'corrections.jsonl'), `${JSON.stringify(correction)}\n`)
  }
  const moved = [row('001', 'ALPHA BANK'), row('002', 'ALPHA BANK'), row('003', 'ALPHA BANK')]
  for (const id of ['aa-alpha', 'aa-beta']) {
    correct(id, 'aa_code 003')
    const imported = await run(moved, '2026-06-30')
    assert.deepEqual(describeChanges(imported), [])
    assert.deepEqual([...imported.draft.unchanged.corrected], [`${id} aa_code 003`])
  }
  correct('aa-beta', 'legal_name')
  const renamed = [row('001', 'ALPHA BANK'), row('002', 'ALPHA BANK'), row('003', 'DELTA BANK')]
  assert.deepEqual(describeChanges(await run(renamed, '2026-06-30')), [])
})

test('a less precise date refers to the edition that the data already has', async (t) => {
  const { path, write } = createWorkbench(t, twoBanks())
  const before = readFileSync(join(path, 'sources.json'), 'utf8')
  await write(
    [row('001', 'ALPHA BANK', { city: 'CITY' }), row('002', 'ALPHA BANK'), row('003', 'BETA SAVINGS BANK')],
    '2026-01',
  )
  const ids = (text: string): [string, string][] => JSON.parse(text).map(({ id, date }: Row) => [id, date])
  assert.deepEqual(ids(readFileSync(join(path, 'sources.json'), 'utf8')), ids(before))
})

test('facts in an older list under a former name are ignored, because they may be about a predecessor', async (t) => {
  const { run } = createWorkbench(t, [knownBank('aa-alpha', 'Alpha Bank', ['001'], { aliases: ['Village Bank'] })])
  const imported = await run([row('001', 'VILLAGE BANK', { website: 'http://village.example' })], '2020-01-31')
  assert.deepEqual(describeChanges(imported), [])
})
