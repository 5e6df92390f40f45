import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { bank, code, small, writeFolder } from '../../../test/support/data/small-data.ts'
import { shippedDirectory } from '../../../test/support/services/service.ts'
import { readDataset } from '../../dataset/dataset.ts'
import type { Bank } from '../records/bank-record.ts'
import { runToEnd } from '../run-to-end.ts'
import { packDirectory } from '../storage/packed-directory.ts'
import { type CountryCoverage, coverageOf, monthsBetween, shareText } from './country-coverage.ts'

const today = new Date('2026-11-15')

test('only open banks are counted, and text that looks like a field is not counted', (t) => {
  const data = small()
  const [list] = data.sources
  data.sources.push({ ...list, id: 'a-newer', date: '2026-08' }, { ...list, id: 'curated', date: '2026-11-14' })
  data.schemes.push({ ...data.schemes[0], id: 'aa_other' })
  data.banks.aa = [
    bank('aa-first', {
      name: 'The ","bic":null," Bank; "sources":["none"]',
      codes: [code('001')],
      bic: 'AAAAAA22',
      website: 'https://a.example/?"confidence":"low"',
      sources: ['a-list', 'curated'],
      notes: ['"sources":["curated"]'],
    }),
    bank('aa-second', { codes: [code('002', { scheme: 'aa_other' })], confidence: 'low', type: 'credit_union' }),
    bank('aa-third', { status: 'closed', codes: [code('003')], bic: 'AAAAAA33', sources: ['a-list', 'a-newer'] }),
  ]
  const [aa, bb] = runToEnd(coverageOf(packDirectory(readDataset(writeFolder(t, data))), today)) as [
    CountryCoverage,
    CountryCoverage,
  ]
  assert.equal(aa.open_banks, 2)
  assert.deepEqual(
    [aa.code, aa.bic, aa.lei, aa.website].map(({ banks, share }) => [banks, share]),
    [
      [1, 0.5],
      [1, 0.5],
      [0, 0],
      [1, 0.5],
    ],
  )
  assert.deepEqual([aa.confidence.high.banks, aa.confidence.medium.banks, aa.confidence.low.banks], [1, 0, 1])
  assert.deepEqual(aa.types, [
    { type: 'commercial_bank', banks: 1, code: 1, bic: 1 },
    { type: 'credit_union', banks: 1, code: 0, bic: 0 },
  ])
  assert.equal(aa.code_level, 'bank')
  assert.deepEqual(aa.newest_source, { id: 'a-list', publisher: 'A', date: '2026-01-31', age_months: 9 })
  assert.deepEqual([bb.country, bb.open_banks, bb.official], ['BB', 1, []])
})

test('a file without dated rows is never the newest source', (t) => {
  const data = small()
  data.sources.push({ ...data.sources[0], id: 'b-list', date: '2026-02-01', rows_dated: false })
  data.banks.bb = [bank('bb-only', { sources: ['a-list', 'b-list'] })]
  const bb = runToEnd(coverageOf(packDirectory(readDataset(writeFolder(t, data))), today))[1]
  assert.equal(bb?.newest_source?.id, 'a-list')
})

test('a country without an open bank has shares of 0 and no newest source', (t) => {
  const data = small()
  data.banks.bb = []
  const bb = runToEnd(coverageOf(packDirectory(readDataset(writeFolder(t, data))), today))[1]
  assert.deepEqual([bb?.open_banks, bb?.bic, bb?.newest_source], [0, { banks: 0, share: 0 }, null])
})

test('an incomplete date counts as its first day', () => {
  assert.equal(monthsBetween('2026-10-15', today), 1)
  assert.equal(monthsBetween('2026-10-16', today), 0)
  assert.equal(monthsBetween('2026-10', today), 1)
  assert.equal(monthsBetween('2025', today), 22)
  assert.equal(monthsBetween('2027', today), 0)
})

test('the coverage of the shipped data agrees with its lists', () => {
  const directory = shippedDirectory()
  for (const coverage of runToEnd(coverageOf(directory.packed, today))) {
    const country = directory.countries.find(({ code: id }) => id === coverage.country)
    assert.ok(country)
    const { json } = runToEnd(directory.listBanks(country, { status: 'active' }))
    const banks: Bank[] = JSON.parse(`[${Buffer.concat(json)}]`)
    const schemes = directory.packed.countries.find(({ code: id }) => id === country.code)?.code_schemes ?? []
    const having = (has: (bank: Bank) => boolean): number => banks.filter(has).length
    assert.deepEqual(
      {
        open: coverage.open_banks,
        code: coverage.code.banks,
        bic: coverage.bic.banks,
        lei: coverage.lei.banks,
        website: coverage.website.banks,
        high: coverage.confidence.high.banks,
        low: coverage.confidence.low.banks,
        types: coverage.types.reduce((sum, type) => sum + type.banks, 0),
      },
      {
        open: country.bank_count,
        code: having(({ codes }) => schemes.some((scheme) => scheme in codes)),
        bic: having(({ bic }) => bic !== null),
        lei: having(({ lei }) => lei !== null),
        website: having(({ website }) => website !== null),
        high: having(({ confidence }) => confidence === 'high'),
        low: having(({ confidence }) => confidence === 'low'),
        types: banks.length,
      },
      country.code,
    )
  }
})

test('open banks are compared with the official count of the same data', (t) => {
  const folder = writeFolder(t, small())
  const count = { country: 'AA', count: 4, of: 'banks of A', date: '2026', source: 'a-list', found_in: 'its rows' }
  writeFileSync(join(folder, 'official-counts.json'), JSON.stringify([count]))
  const { country: _, ...official } = count
  assert.deepEqual(
    runToEnd(coverageOf(packDirectory(readDataset(folder)), today)).map((country) => country.official),
    [[{ ...official, publisher: 'A', here: { banks: 1, share: 0.25 } }], []],
  )
})

test('a share is rounded to the nearest percent, but never to 0% or 100%', () => {
  assert.deepEqual([0, 0.001, 0.005, 0.4449, 0.965, 0.9949, 0.995, 0.9999, 1].map(shareText), [
    '0%',
    'under 1%',
    '1%',
    '44%',
    '97%',
    '99%',
    'over 99%',
    'over 99%',
    '100%',
  ])
})

test('every official count is close to the number of our open banks', () => {
  const found = runToEnd(coverageOf(shippedDirectory().packed, today)).flatMap(({ official }) => official)
  assert.deepEqual(
    found.map(({ source }) => source),
    [
      'ng-cbn-2026-10',
      'us-fdic-2025-09',
      'gb-pra-2026-02',
      'me-cbcg-tips-2026-08',
      'nz-rbnz-2025-11',
      'ae-cbuae-register-2025-08',
      'bd-scheduled-banks-2026-09',
    ],
  )
  for (const { source, here } of found) assert.ok(here.share > 0.9 && here.share <= 1, source)
})
