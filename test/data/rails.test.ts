/** The rails of the shipped records, compared with the counts of their lists, and the members of the regions. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type BranchRail, membersByLetter } from '../../packages/curation/src/branch-rails.ts'
import { branchFile } from '../../src/dataset/data-files.ts'
import { throwFault } from '../../src/dataset/dataset-error.ts'
import { parseBranchRows } from '../../src/dataset/tables/branch-rows.ts'
import { createRails } from '../../src/directory/rail-reach.ts'
import type { BankRecord } from '../../src/directory/records/bank-record.ts'
import { monthsBetween } from '../../src/directory/views/country-coverage.ts'
import { dataset, openBanks, records } from '../support/data/shipped-records.ts'
import { search } from '../support/search-helpers.ts'
import { dataFolder } from '../support/services/service.ts'

const on = (rail: string, banks: readonly BankRecord[] = records): number =>
  banks.filter(({ rails = [] }) => rails.includes(rail)).length

const currentCodes = (scheme: string): number =>
  records.flatMap(({ codes = [] }) => codes).filter((code) => code.scheme === scheme && code.status === undefined)
    .length

/**
 * `pix-participants.json` has 50 of the 870 active participants in the list of 2026-08-22, drawn at random (seed
 * 20261118), with the names as the list writes them.
 */
const drawn: { ispb: string; name: string }[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'pix-participants.json'), 'utf8'),
)

test('50 Pix participants drawn from the list are open banks on Pix, found by ISPB and by name', () => {
  assert.equal(drawn.length, 50)
  const byIspb = new Map(
    openBanks.flatMap((bank) =>
      (bank.codes ?? []).flatMap(({ scheme, value }) => (scheme === 'br_ispb' ? [[value, bank] as const] : [])),
    ),
  )
  for (const { ispb, name } of drawn) {
    const bank = byIspb.get(ispb) as BankRecord
    assert.ok(bank?.rails?.includes('br_pix'), `${ispb} ${name}`)
    const byCode = search(ispb, { country: 'BR' }).map(({ id }) => id)
    assert.equal(byCode[0], bank.id, ispb)
    const byName = search(name, { country: 'BR' }).map(({ id }) => id)
    assert.ok(byName.slice(0, 3).includes(bank.id), `${name} found ${byName.slice(0, 3).join(', ')}, not ${bank.id}`)
  }
})

test('each ISPB belongs to one bank', () => {
  const values = records.flatMap(({ codes = [] }) => codes.filter(({ scheme }) => scheme === 'br_ispb'))
  assert.equal(new Set(values.map(({ value }) => value)).size, values.length)
})

test('the rails have as many banks and codes as their lists', () => {
  // 870 active participants in the list, 869 of them open in our data, and Wise, which a correction adds.
  assert.equal(on('br_pix'), 870)
  // 481 participants: 13 closed banks and 9 clearing accounts are left out.
  assert.equal(on('br_str'), 459)
  assert.deepEqual(
    ['in_neft', 'in_rtgs', 'in_imps', 'in_upi'].map((rail) => on(rail)),
    [1_174, 1_174, 0, 325],
  )
  assert.deepEqual(
    ['au_de', 'au_hvcs', 'au_paper'].map((rail) => on(rail)),
    [95, 93, 51],
  )
  assert.deepEqual([on('gb_fps'), on('sg_fast'), on('tz_tips')], [366, 27, 36])
})

test('a rail that follows from a scheme is the list of the scheme', () => {
  const counts = dataset.rails.flatMap(({ id, from }) => (from ? [[id, currentCodes(from.scheme)] as const] : []))
  assert.deepEqual(Object.fromEntries(counts), {
    gh_gip: 37,
    in_nach: 1_304,
    mx_spei: 97,
    ng_nip: 680,
    pa_ach: 46,
    ph_instapay: 95,
    us_ach: 16_825,
    us_wire: 7_258,
  })
})

test('every US routing number of both lists is on ACH, on the wire, or on both', () => {
  const { ofBank } = createRails({ ...dataset, regions: [] })
  const counts: Record<string, number> = {}
  for (const bank of records.filter(({ country }) => country === 'US')) {
    const current = bank.codes?.filter(({ scheme, status }) => /^us_(?:aba|fedwire)$/.test(scheme) && !status) ?? []
    for (const code of new Set(current.map(({ value }) => value))) {
      const reach = new Map(ofBank(bank, { code }).map(({ rail, reachable }) => [rail, reachable]))
      // The ACH list dates from 2023-03, so it does not prove that a number is not on it.
      const key = `ach ${reach.get('us_ach')}, wire ${reach.get('us_wire')}`
      counts[key] = (counts[key] ?? 0) + 1
    }
  }
  const { 'ach true, wire true': both = 0, ...one } = counts
  assert.deepEqual(one, { 'ach true, wire false': 16_825 - both, 'ach undefined, wire true': 7_258 - both })
  assert.ok(both > 5_000, String(both))
  const owner = records.find(({ codes = [] }) => codes.some(({ value }) => value === '111000025')) as BankRecord
  const wired = ofBank(owner, { code: '111000025' }).filter(({ reachable }) => reachable !== null)
  assert.deepEqual(wired, [
    { rail: 'us_ach', reachable: true, as_of: '2023-03-07', source: 'us-fedach-2023-03' },
    { rail: 'us_wire', reachable: false, as_of: '2025-12-04', source: 'us-fedwire-2025-12' },
  ])
})

test('a list is complete only if it is at most a year older than the data', () => {
  const newest = new Date(dataset.revision.slice(0, 10))
  const complete = dataset.rails.filter((rail) => rail.complete)
  assert.ok(complete.length > 5)
  for (const { id, source = '' } of complete) {
    const months = monthsBetween(dataset.sources.get(source)?.date as string, newest)
    assert.ok(
      months <= 12,
      `${id}: its list is ${months} months old, so it cannot prove that a bank is not on the rail`,
    )
  }
})

test('the BSBs have the channels of the list', () => {
  const file = branchFile('au_bsb')
  const rows = parseBranchRows(readFileSync(join(dataFolder, file)), file, throwFault)
  const letters = ['E', 'H', 'P']
  const counts = letters.map((letter) => rows.filter(({ rails }) => rails === '' || rails.includes(letter)).length)
  assert.deepEqual(counts, [16_740, 13_238, 14_450])
  const one = rows.filter(({ code }) => code === '012004')
  const rails = dataset.rails.filter((rail): rail is BranchRail => rail.letter !== undefined)
  const { banks } = membersByLetter(one, records, 'au_bsb', rails)
  assert.deepEqual(banks.get('au-anz-bank'), new Set(['au_de', 'au_paper']))
})

test('a bank whose list could not be read differs from one that is not on the rail', () => {
  const bankOf = (id: string): BankRecord => records.find((bank) => bank.id === id) as BankRecord
  assert.deepEqual(bankOf('in-state-bank-of-india').rails_unknown, ['in_neft', 'in_rtgs'])
  assert.deepEqual(bankOf('in-state-bank-of-india').rails, ['in_upi'])
  const { rails, rails_unknown } = bankOf('in-firstrand-bank')
  assert.deepEqual([rails, rails_unknown], [['in_rtgs'], undefined])
})

test('in India, no list proves that a bank is not on a rail, and rows of an older edition have its date', () => {
  const { ofBank } = createRails({ ...dataset, regions: [] })
  const openIndian = openBanks.filter(({ country }) => country === 'IN')
  for (const bank of openIndian)
    assert.ok(
      ofBank(bank).every(({ reachable }) => reachable !== false),
      bank.id,
    )
  const dateOf = (id: string): string | null | undefined =>
    ofBank(openIndian.find((bank) => bank.id === id) as BankRecord).find(({ rail }) => rail === 'in_neft')?.as_of
  assert.deepEqual(
    ['hdfc-bank', 'canara-bank', 'bank-of-baroda', 'punjab-national-bank', 'icici-bank', 'ab-bank'].map((name) =>
      dateOf(`in-${name}`),
    ),
    ['2022-12', '2021-01', '2020-11', '2020-10', '2026-03-23', '2022-12'],
  )
})

test('SEPA has 41 countries, with the members of 2024 and 2025, and the EEA has 30', () => {
  const [eea, sepa] = ['EEA', 'SEPA'].map((code) => dataset.countries.find((region) => region.code === code))
  assert.equal(eea?.members?.length, 30)
  const all = [...(sepa?.members ?? []), ...(sepa?.other_members ?? [])]
  // Gibraltar has its own code in IBANs and is part of the United Kingdom's scope.
  assert.equal(all.filter((code) => code !== 'GI').length, 41)
  for (const code of ['AL', 'MD', 'ME', 'MK', 'RS']) assert.ok(all.includes(code), code)
  for (const code of eea?.members ?? []) assert.ok(all.includes(code), code)
  assert.equal(dataset.sources.get(sepa?.source ?? '')?.date, '2025-12-24')
})
