import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BankRecord } from '../../../../../src/directory/records/bank-record.ts'
import {
  createWorkbench,
  describeChanges,
  knownBank,
  largeBank,
  largeBankRows,
  row,
  twoBanks,
} from '../../../../../test/support/data/import-workbench.ts'
import { code, type Row } from '../../../../../test/support/data/small-data.ts'
import { inForceNote } from './apply-codes.ts'

const from = (source: string) => ({ source: `aa-list-${source}` })
const absorbed = { absorbed: true }
const notes = ['Absorbed by another bank.', inForceNote]

/** A merged bank with a code in force. */
const merged = (more: Row = {}): Row =>
  knownBank('aa-gone', 'Gone Bank', [], {
    status: 'merged',
    codes: [code('009', { in_force: true, ...from('2026-01') })],
    notes,
    ...more,
  })

const marksOf = (bank: BankRecord | undefined): unknown[] =>
  (bank?.codes ?? []).map(({ value, status, main, in_force }) => [value, status ?? { main, in_force }])

test('a newer edition keeps the marks main and in_force of a code', async (t) => {
  const [alpha] = twoBanks() as [Row]
  alpha.codes = [code('001', from('2026-01')), code('002', { main: true, ...from('2026-01') })]
  const { write } = createWorkbench(t, [alpha, merged()])
  const rows = [row('001', 'ALPHA BANK'), row('002', 'ALPHA BANK'), row('009', 'GONE BANK', absorbed)]
  const { banks, ...imported } = await write(rows, '2026-06-30')
  assert.deepEqual(describeChanges(imported), [])
  assert.deepEqual(banks.get('aa-alpha')?.codes?.[1], { ...code('002', { main: true }), ...from('2026-06') })
  assert.deepEqual(banks.get('aa-gone')?.codes, [{ ...code('009', { in_force: true }), ...from('2026-06') }])
  assert.deepEqual(banks.get('aa-gone')?.notes, notes)
})

test('a code that is given up loses main and in_force, and its bank loses the note about it', async (t) => {
  const [alpha] = twoBanks() as [Row]
  alpha.codes = [code('001', from('2026-01')), code('002', { main: true, ...from('2026-01') })]
  const { write } = createWorkbench(t, [alpha, merged()])
  const givenUp = (value: string) => ({ codes: [{ scheme: 'aa_code', value, status: 'former' }] })
  const rows = [
    row('001', 'ALPHA BANK'),
    row('002', 'ALPHA BANK', givenUp('002')),
    row('009', 'GONE BANK', givenUp('009')),
  ]
  const { banks, ...imported } = await write(rows, '2026-06-30')
  assert.deepEqual(describeChanges(imported), [
    'gone aa-alpha: aa_code 002 is no longer in use.',
    'gone aa-gone: aa_code 009 is no longer in use.',
  ])
  assert.deepEqual(marksOf(banks.get('aa-gone')), [['009', 'former']])
  assert.deepEqual(marksOf(banks.get('aa-alpha'))[1], ['002', 'former'])
  assert.deepEqual(banks.get('aa-gone')?.notes, ['Absorbed by another bank.'])
})

test('a code in force that a later edition lacks becomes former', async (t) => {
  const { write } = createWorkbench(t, [merged(), largeBank])
  const { banks, ...imported } = await write(largeBankRows, '2026-06-30')
  assert.deepEqual(describeChanges(imported), ['gone aa-gone: aa_code 009 is no longer on the list.'])
  assert.deepEqual(marksOf(banks.get('aa-gone')), [['009', 'former']])
})

test('a former code of a merged bank is current again and in force if the issuer lists the bank as absorbed', async (t) => {
  const former = code('009', { status: 'former', ...from('2026-01') })
  const { write } = createWorkbench(t, [merged({ codes: [former], notes: ['Absorbed by another bank.'] })])
  const { banks, ...imported } = await write([row('009', 'GONE BANK', absorbed)], '2026-06-30')
  assert.deepEqual(describeChanges(imported), ['changed aa-gone: aa_code 009 is current again.'])
  const gone = banks.get('aa-gone')
  assert.deepEqual([gone?.status, marksOf(gone)], ['merged', [['009', { main: undefined, in_force: true }]]])
  assert.deepEqual(gone?.notes, notes)
})

test('an open bank is merged if all its codes are marked as absorbed, and they stay in force', async (t) => {
  const { write } = createWorkbench(t, twoBanks())
  const rows = [row('001', 'ALPHA BANK', absorbed), row('002', 'ALPHA BANK'), row('003', 'BETA SAVINGS BANK', absorbed)]
  const { banks, ...imported } = await write(rows, '2026-06-30')
  assert.deepEqual(describeChanges(imported), [
    'merged aa-beta: It was absorbed by another bank; its codes stay in force.',
  ])
  const [alpha, beta] = [banks.get('aa-alpha'), banks.get('aa-beta')]
  assert.deepEqual([beta?.status, beta?.notes], ['merged', notes])
  assert.deepEqual(marksOf(beta), [['003', { main: undefined, in_force: true }]])
  assert.deepEqual([alpha?.status, alpha?.codes?.some(({ in_force }) => in_force)], ['active', false])
})

test('an absorbed bank gets the successor from its row; without one, a bank that is itself a successor is left for review', async (t) => {
  const predecessor = knownBank('aa-old', 'Old Bank', [], { status: 'merged', codes: undefined, successor: 'aa-beta' })
  const { run, write } = createWorkbench(t, [...twoBanks(), predecessor])
  const alpha = [row('001', 'ALPHA BANK'), row('002', 'ALPHA BANK')]
  const unknown = await run([...alpha, row('003', 'BETA SAVINGS BANK', absorbed)], '2026-06-30')
  assert.deepEqual(describeChanges(unknown), [
    'doubtful aa-beta: The file marks it as absorbed. Name its successor here and in aa-old.',
  ])
  const successor = { scheme: 'aa_code', value: '001' }
  const { banks } = await write([...alpha, row('003', 'BETA SAVINGS BANK', { ...absorbed, successor })], '2026-06-30')
  assert.deepEqual(
    ['aa-beta', 'aa-old'].map((id) => banks.get(id)?.successor),
    ['aa-alpha', 'aa-alpha'],
  )
})

test('a new bank that is marked as absorbed is added as merged, each code with its BIC', async (t) => {
  const { write } = createWorkbench(t, twoBanks())
  const rows = [
    ...[row('001', 'ALPHA BANK'), row('002', 'ALPHA BANK'), row('003', 'BETA SAVINGS BANK')],
    row('007', 'LATE BANK', { ...absorbed, bic: 'LATEAAFF' }),
    row('008', 'LATE BANK', { ...absorbed, bic: 'LATEAAF2' }),
  ]
  const { banks, ...imported } = await write(rows, '2026-06-30')
  assert.deepEqual(describeChanges(imported), ['added aa-late-bank: "Late Bank", 2 codes.'])
  const late = banks.get('aa-late-bank')
  assert.deepEqual([late?.status, late?.bic, late?.notes], ['merged', 'LATEAAFF', notes])
  assert.deepEqual(
    late?.codes?.map(({ value, in_force, bic }) => [value, in_force, bic]),
    [
      ['007', true, undefined],
      ['008', true, 'LATEAAF2'],
    ],
  )
})

test('a code in force under the name of an open bank moves to it, and that bank is the successor', async (t) => {
  const { write } = createWorkbench(t, [...twoBanks(), merged()])
  const rows = [
    ...[row('001', 'ALPHA BANK'), row('002', 'ALPHA BANK'), row('003', 'BETA SAVINGS BANK')],
    row('009', 'ALPHA BANK'),
  ]
  const { banks, ...imported } = await write(rows, '2026-06-30')
  assert.deepEqual(describeChanges(imported), [
    'moved aa-gone: aa_code 009 is now a code of aa-alpha.',
    'merged aa-gone: It merged into aa-alpha, which now holds its codes.',
  ])
  assert.deepEqual([banks.get('aa-gone')?.successor, marksOf(banks.get('aa-gone'))], ['aa-alpha', [['009', 'former']]])
})
