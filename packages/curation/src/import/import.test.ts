import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { BankRecord } from '../../../../src/directory/records/bank-record.ts'
import {
  createWorkbench,
  describeChanges,
  knownBank,
  largeBank,
  largeBankRows,
  row,
  twoBanks,
} from '../../../../test/support/data/import-workbench.ts'

test('a newer edition with the same facts renews the date of every code and changes nothing else', async (t) => {
  const { write } = createWorkbench(t, twoBanks())
  const rows = [row('001', 'ALPHA BANK'), row('002', 'ALPHA BK LTD'), row('003', 'BETA SVGS BANK')]
  const { banks, ...imported } = await write(rows, '2026-06-30')
  assert.deepEqual(describeChanges(imported), [])
  assert.equal(imported.draft.confirmed, 3)
  assert.deepEqual(banks.get('aa-beta')?.codes, [{ scheme: 'aa_code', value: '003', source: 'aa-list-2026-06' }])
  assert.deepEqual(banks.get('aa-beta')?.sources, ['aa-list-2026-01', 'aa-list-2026-06'])
  assert.equal(banks.get('aa-alpha')?.name, 'Alpha Bank')
})

test('importing the same file twice changes nothing', async (t) => {
  const { path, write, run } = createWorkbench(t, twoBanks())
  const rows = [row('001', 'ALPHA BANK'), row('003', 'GAMMA BANK'), row('009', 'NEW BANK OF TOWN', { city: 'TOWN' })]
  assert.ok(describeChanges(await write(rows, '2026-06-30')).length > 0)
  const before = readFileSync(join(path, 'banks/aa.jsonl'), 'utf8')
  const again = await run(rows, '2026-06-30')
  assert.equal(again.draft.editCount(), 0)
  await write(rows, '2026-06-30')
  assert.equal(readFileSync(join(path, 'banks/aa.jsonl'), 'utf8'), before)
})

test('a bank is renamed if no other bank has the new name, and keeps its id and its old name as an alias', async (t) => {
  const { write } = createWorkbench(t, twoBanks())
  const { banks, ...imported } = await write(
    [row('001', 'ALPHA BANK'), row('002', 'ALPHA BANK'), row('003', 'DELTA BANK')],
    '2026-06-30',
  )
  assert.deepEqual(describeChanges(imported), [
    'renamed aa-beta: Its name is now "Delta Bank" instead of "Beta Savings Bank".',
  ])
  const renamed = banks.get('aa-beta')
  assert.deepEqual([renamed?.name, renamed?.aliases], ['Delta Bank', ['Beta Savings Bank']])
})

test('a code under the name of another bank moves to it, and a bank without codes left merges into it', async (t) => {
  const { write } = createWorkbench(t, twoBanks())
  const { banks, ...imported } = await write(
    [row('001', 'ALPHA BANK'), row('002', 'ALPHA BANK'), row('003', 'ALPHA BANK')],
    '2026-06-30',
  )
  assert.deepEqual(describeChanges(imported), [
    'moved aa-beta: aa_code 003 is now a code of aa-alpha.',
    'merged aa-beta: It merged into aa-alpha, which now holds its codes.',
  ])
  const [alpha, beta] = [banks.get('aa-alpha'), banks.get('aa-beta')]
  assert.deepEqual(
    alpha?.codes?.map(({ value, status }) => [value, status]),
    [
      ['001', undefined],
      ['002', undefined],
      ['003', undefined],
    ],
  )
  assert.deepEqual(
    beta?.codes?.map(({ value, status }) => [value, status]),
    [['003', 'former']],
  )
  assert.deepEqual([beta?.status, beta?.successor], ['merged', 'aa-alpha'])
})

test('a code that a later edition lacks is former, and a bank without codes left is reported for review', async (t) => {
  const { write } = createWorkbench(t, [...twoBanks(), largeBank])
  const rows = [row('001', 'ALPHA BANK'), row('002', 'ALPHA BANK'), ...largeBankRows]
  const { banks, ...imported } = await write(rows, '2026-06-30')
  assert.deepEqual(describeChanges(imported), [
    'gone aa-beta: aa_code 003 is no longer on the list. It has no current code left: check whether it has closed.',
  ])
  assert.equal(banks.get('aa-beta')?.codes?.[0]?.status, 'former')
  assert.equal(banks.get('aa-beta')?.status, 'active')
})

test('a new bank is added with an id that no bank ever had', async (t) => {
  const { write } = createWorkbench(t, [
    ...twoBanks(),
    knownBank('aa-gamma-bank', 'Something Else', [], { status: 'closed', codes: undefined }),
  ])
  const rows = [
    row('001', 'ALPHA BANK'),
    row('002', 'ALPHA BANK'),
    row('003', 'BETA SAVINGS BANK'),
    row('010', 'GAMMA BANK', { city: 'TOWN' }),
    row('011', 'GAMMA BANK', { city: 'TOWN' }),
  ]
  const { banks, ...imported } = await write(rows, '2026-06-30')
  assert.deepEqual(describeChanges(imported), ['added aa-gamma-bank-town: "Gamma Bank" in Town, 2 codes.'])
  assert.deepEqual(banks.get('aa-gamma-bank-town')?.codes?.length, 2)
  assert.equal(banks.get('aa-gamma-bank')?.name, 'Something Else')
})

test('a row without a name links an LEI to the bank with the BIC, and to none if several banks have the BIC', async (t) => {
  const lei = '529900KO4FARHCMXNJ85'
  const { write } = createWorkbench(t, [
    knownBank('aa-alpha', 'Alpha Bank', ['001'], { bic: 'ALPHAAFF' }),
    knownBank('aa-beta', 'Beta Bank', ['002'], { bic: 'BETAAAFF' }),
    knownBank('aa-gamma', 'Gamma Bank', ['003'], { bic: 'BETAAAFF' }),
  ])
  const rows = [
    { bic: 'ALPHAAFF', lei },
    { bic: 'BETAAAFF', lei: '549300TRUWO2CD2G5692' },
    { bic: 'OTHRAAFF', lei: '5493001KJTIIGC8Y1R12' },
  ]
  const { banks, ...imported } = await write(rows, '2020-01-31')
  assert.deepEqual(describeChanges(imported), [`filled aa-alpha: Its LEI is ${lei}.`])
  assert.equal(banks.get('aa-alpha')?.lei, lei)
  assert.equal(imported.skippedRows, 2)
})

test('an unverified bank on a current list becomes open', async (t) => {
  const { write } = createWorkbench(t, [knownBank('aa-alpha', 'Alpha Bank', ['001'], { status: 'unverified' })])
  const { banks, ...imported } = await write([row('001', 'ALPHA BANK')], '2026-06-30')
  assert.deepEqual(describeChanges(imported), ['changed aa-alpha: It is on a current list, so it is open.'])
  assert.equal(banks.get('aa-alpha')?.status, 'active')
})

test('a code that two banks claim stays with both, and is served only for the earlier holder', async (t) => {
  const { write } = createWorkbench(t, [
    knownBank('aa-alpha', 'Alpha Bank', ['001']),
    knownBank('aa-beta', 'Beta Bank', ['002'], { lei: '529900KO4FARHCMXNJ85' }),
  ])
  const claim = { name: 'BETA BANK', codes: ['002', '001'].map((value) => ({ scheme: 'aa_code', value })) }
  const { banks, ...imported } = await write([claim, row('001', 'ALPHA BANK')], '2026-06-30')
  assert.deepEqual(describeChanges(imported), [
    'filled aa-beta: aa_code 001 is added as unconfirmed, because our data has it as a code of aa-alpha.',
  ])
  assert.equal(banks.get('aa-alpha')?.codes?.[0]?.status, undefined)
  assert.equal(banks.get('aa-beta')?.codes?.[0]?.status, 'unconfirmed')
})

test('an import records that it has the BIC of a bank, unless a newer list has it', async (t) => {
  const { write } = createWorkbench(t, [knownBank('aa-alpha', 'Alpha Bank', ['001'], { bic: 'ALPHAAFF' })])
  const rows = [row('001', 'ALPHA BANK', { bic: 'ALPHAAFF' }), row('003', 'GAMMA BANK', { bic: 'GAMAAAFF' })]
  const bics = (banks: Map<string, BankRecord>) => [...banks.values()].map(({ bic, bic_source }) => [bic, bic_source])
  const expected = [
    ['ALPHAAFF', 'aa-list-2026-06'],
    ['GAMAAAFF', 'aa-list-2026-06'],
  ]
  assert.deepEqual(bics((await write(rows, '2026-06-30')).banks), expected)
  assert.deepEqual(bics((await write(rows, '2025-06-30')).banks), expected)
})
