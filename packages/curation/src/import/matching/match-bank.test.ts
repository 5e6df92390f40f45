import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { BankRecord } from '../../../../../src/directory/records/bank-record.ts'
import { createWorkbench, describeChanges, knownBank, row } from '../../../../../test/support/data/import-workbench.ts'
import { createBankLookup } from './bank-lookup-tables.ts'
import { findNamesake } from './match-bank.ts'
import { significantWords } from './name-matching.ts'

const inTown = { city: 'Town' }
const twoOfOneName = () => [
  knownBank('aa-first-hill', 'First Bank', ['001', '002'], { city: 'Hill' }),
  knownBank('aa-first-town', 'First Bank', ['003'], inTown),
]
const others = [row('001', 'FIRST BANK', { city: 'HILL' }), row('003', 'FIRST BANK', { city: 'TOWN' })]
const misplaced = row('002', 'FIRST BANK', { city: 'TOWN' })
const doubt =
  'doubtful aa-first-hill: The file places aa_code 002 in TOWN, the city of aa-first-town, which has the same name.'

test('a code in the city of another bank with the same name stays unchanged and is reported as doubtful', async (t) => {
  const { write } = createWorkbench(t, twoOfOneName())
  const { banks, ...imported } = await write([...others, misplaced], '2026-06-30')
  assert.deepEqual(describeChanges(imported), [doubt])
  const sources = banks.get('aa-first-hill')?.codes?.map(({ value, source }) => [value, source])
  assert.deepEqual(sources, [
    ['001', 'aa-list-2026-06'],
    ['002', 'aa-list-2026-01'],
  ])
  assert.deepEqual(
    banks.get('aa-first-town')?.codes?.map(({ value }) => value),
    ['003'],
  )
})

test('a code in a city without another bank of that name stays with its bank', async (t) => {
  const { run } = createWorkbench(t, twoOfOneName())
  const rows = [...others, row('002', 'FIRST BANK', { city: 'CENTRE OF PAYMENTS' })]
  assert.deepEqual(describeChanges(await run(rows, '2026-06-30')), [])
})

test('a closed bank with the same name is ignored', async (t) => {
  const hill = knownBank('aa-first-hill', 'First Bank', ['001', '002'], { city: 'Hill' })
  const town = knownBank('aa-first-town', 'First Bank', [], { ...inTown, codes: undefined, status: 'closed' })
  const { run } = createWorkbench(t, [hill, town])
  const rows = [row('001', 'FIRST BANK', { city: 'HILL' }), misplaced]
  assert.deepEqual(describeChanges(await run(rows, '2026-06-30')), [])
})

test('a code that a correction assigns to the bank is not doubtful', async (t) => {
  const { path, run } = createWorkbench(t, twoOfOneName())
  const correction = {
    bank: 'aa-first-hill',
    fact: 'aa_code 002',
    reason: 'The bank says so.',
    evidence: 'https://example.org/first',
    date: '2026-02-01',
  }
  appendFileSync(join(path, 'corrections.jsonl'), `${JSON.stringify(correction)}\n`)
  assert.deepEqual(describeChanges(await run([...others, misplaced], '2026-06-30')), [])
})

const holderOf = (...schemes: string[]): BankRecord =>
  ({
    ...knownBank('aa-first-hill', 'First National Bank', [], { city: 'Hill' }),
    codes: schemes.map((scheme) => ({ scheme, value: '002', source: 'aa-list-2026-01' })),
  }) as unknown as BankRecord
const claim = {
  line: 1,
  country: 'AA',
  name: 'FIRST NATIONAL BANK',
  city: 'TOWN',
  codes: [{ scheme: 'aa_code', value: '002' }],
}
const namesakeOf = (holder: BankRecord, other: string): string | undefined => {
  const town = knownBank('aa-town', other, ['003'], inTown) as unknown as BankRecord
  return findNamesake(holder, claim, significantWords(claim.name), createBankLookup([holder, town]))?.id
}

test('a name with the city appended counts as the same name; a name that only shares a word does not', () => {
  assert.equal(namesakeOf(holderOf('aa_code'), 'First National Bank of Town'), 'aa-town')
  assert.equal(namesakeOf(holderOf('aa_code'), 'First Trust of Town'), undefined)
})

test('a code that the bank also has in another scheme is not doubtful', () => {
  assert.equal(namesakeOf(holderOf('aa_code', 'aa_wire'), 'First National Bank of Town'), undefined)
})
