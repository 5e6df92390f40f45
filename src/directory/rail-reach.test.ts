import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bank, code, country, type Row, rail, small, writeFolder } from '../../test/support/data/small-data.ts'
import { readDataset } from '../dataset/dataset.ts'
import { createDirectory, type Directory } from './lookups.ts'
import type { RailBank } from './rail-reach.ts'
import type { Rail } from './records/rail-record.ts'
import type { Scheme } from './records/scheme.ts'
import { createBankFilter, createBankTable } from './storage/bank-table.ts'
import { packDirectory } from './storage/packed-directory.ts'

/** Rails of each kind: from a scheme, on codes, on the bank, on branches, of a region, and without a complete list. */
const rails: Row[] = [
  rail('aa_ach', { level: 'code', from: { scheme: 'aa_code' }, complete: false }),
  rail('aa_entry', { level: 'branch', letter: 'E' }),
  rail('aa_instant', { level: 'code' }),
  rail('aa_part', { complete: false }),
  rail('aa_wire'),
  rail('area_transfer', { countries: ['AREA'], source: undefined, complete: false }),
  rail('bb_wire'),
]

function createSmallDirectory(t: Parameters<typeof writeFolder>[0], first: Row): Directory {
  const data = small()
  data.countries.push(country('AREA', { kind: 'region', members: ['AA'], source: 'a-list' }))
  data.rails = rails
  Object.assign(data.banks.aa?.[0] as Row, first)
  return createDirectory(packDirectory(readDataset(writeFolder(t, data))))
}

const reach = (directory: Directory, first: Row, part?: Parameters<Directory['rails']['ofBank']>[1]): object =>
  Object.fromEntries(
    directory.rails
      .ofBank(bank('aa-first', first) as unknown as RailBank, part)
      .map(({ rail: id, reachable }) => [id, reachable]),
  )

test('a country has its own rails and those of its regions', (t) => {
  const { inCountry } = createSmallDirectory(t, {}).rails
  const idsIn = (code: string): string[] => inCountry(code).map(({ id }) => id)
  assert.deepEqual(idsIn('AA'), ['aa_ach', 'aa_entry', 'aa_instant', 'aa_part', 'aa_wire', 'area_transfer'])
  assert.deepEqual(idsIn('BB'), ['bb_wire'])
})

test('a bank is not on a rail only if the list is complete; a rail without a list, or whose list could not be read, is unknown', (t) => {
  const codes = [code('001', { rails: ['aa_instant'] }), code('002'), code('003', { status: 'former' })]
  const first = { codes, rails: ['aa_wire'] }
  const directory = createSmallDirectory(t, first)
  const unknown = { area_transfer: null }
  assert.deepEqual(reach(directory, first), {
    aa_ach: true,
    aa_instant: true,
    aa_wire: true,
    ...unknown,
  })
  assert.deepEqual(reach(directory, { codes: [code('002')] }), {
    aa_ach: true,
    aa_instant: false,
    aa_wire: false,
    ...unknown,
  })
  assert.deepEqual(reach(directory, { codes: [], rails: ['aa_part'], rails_unknown: ['aa_wire'] }), {
    aa_part: true,
    aa_wire: null,
    ...unknown,
  })
  const [wire] = directory.rails.ofBank({ id: 'bb-only', country: 'BB', rails: ['bb_wire'] })
  const { date } = directory.packed.sources.get('a-list') as { date: string }
  assert.deepEqual(wire, { rail: 'bb_wire', reachable: true, as_of: date, source: 'a-list' })
})

test('a bank without codes for payments, a merged or a closed one is on no rail and off none', (t) => {
  const directory = createSmallDirectory(t, {})
  directory.packed.schemes.set('aa_register', { ...directory.packed.schemes.get('aa_code'), use: 'identity' } as Scheme)
  const number = code('77', { scheme: 'aa_register' })
  assert.deepEqual(reach(directory, { codes: [number] }), { area_transfer: null })
  for (const status of ['merged', 'closed']) assert.deepEqual(reach(directory, { status, codes: [code('001')] }), {})
  const both = { codes: [number, code('001', { rails: ['aa_instant'] })] }
  assert.deepEqual(reach(directory, both, { code: '77' }), reach(directory, both))
})

test('a rail that is unknown has neither a list nor a date', (t) => {
  const directory = createSmallDirectory(t, {})
  const [wire] = directory.rails.ofBank({ id: 'bb-only', country: 'BB', rails_unknown: ['bb_wire'] })
  assert.deepEqual(wire, { rail: 'bb_wire', reachable: null, as_of: null, source: null })
})

test('a rail that follows from a scheme has the source and date of the code', (t) => {
  const directory = createSmallDirectory(t, {})
  const codes = [code('001', { source: 'another-list', as_of: '2020-02' })] as unknown as NonNullable<RailBank['codes']>
  const [ach] = directory.rails.ofBank({ id: 'aa-first', country: 'AA', codes })
  assert.deepEqual(ach, { rail: 'aa_ach', reachable: true, as_of: '2020-02', source: 'another-list' })
})

test('a bank whose rows come from an older edition has its date, which does not prove that the bank is not on a rail', (t) => {
  const data = small()
  data.rails = [rail('aa_wire')]
  Object.assign(data.sources.find(({ id }) => id === 'a-list') as Row, { bank_dates: { 'aa-first': '2020-10' } })
  const directory = createDirectory(packDirectory(readDataset(writeFolder(t, data))))
  const [wire] = directory.rails.ofBank(bank('aa-first', { rails: ['aa_wire'] }) as unknown as RailBank)
  assert.deepEqual(wire, { rail: 'aa_wire', reachable: true, as_of: '2020-10', source: 'a-list' })
  assert.deepEqual(reach(directory, { id: 'aa-first', codes: [code('001')] }), {})
  assert.deepEqual(reach(directory, { id: 'aa-second', codes: [code('001')] }), { aa_wire: false })
})

test('a code and a branch have rails of their own', (t) => {
  const codes = [code('001', { rails: ['aa_instant'] }), code('002'), code('003', { status: 'former' })]
  const first = { codes, rails: ['aa_entry', 'aa_wire'] }
  const directory = createSmallDirectory(t, first)
  const ofBank = { aa_entry: true, aa_wire: true, area_transfer: null }
  assert.deepEqual(reach(directory, first, { code: '001' }), { aa_ach: true, aa_instant: true, ...ofBank })
  assert.deepEqual(reach(directory, first, { code: '002' }), { aa_ach: true, aa_instant: false, ...ofBank })
  assert.deepEqual(reach(directory, first, { code: '003' }), { aa_instant: false, ...ofBank })
  for (const [cell, isOn] of [
    ['E', true],
    ['', true],
    ['-', false],
    [null, true],
  ] as const)
    assert.equal((reach(directory, first, { branch: { rails: cell } }) as Row).aa_entry, isOn)
})

test('banks can be filtered by rail: named by the bank, by a current code, or by a scheme', (t) => {
  const directory = createSmallDirectory(t, { codes: [code('001', { rails: ['aa_instant'] })], rails: ['aa_wire'] })
  const banks = createBankTable(directory.packed)
  const idsOn = (id: string): string[] => {
    const passes = createBankFilter(
      { status: 'any', rail: rails.find((row) => row.id === id) as Rail | undefined },
      banks,
    )
    return [...Array(banks.count).keys()].filter(passes).map((number) => banks.recordOf(number).id)
  }
  assert.deepEqual([idsOn('aa_wire'), idsOn('aa_instant'), idsOn('aa_part')], [['aa-first'], ['aa-first'], []])
  assert.ok(idsOn('aa_ach').includes('aa-first'))
  assert.ok(!idsOn('aa_ach').includes('bb-only'))
})
