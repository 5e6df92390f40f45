import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bank, code, type Row, type Small, small, writeFolder } from '../../../test/support/data/small-data.ts'
import { createDirectory } from '../../directory/directory.ts'
import { createFinder } from '../../directory/finder.ts'
import { buildIndexTables } from '../../directory/indexes.ts'
import type { SupportedCountry } from '../../directory/records/country-record.ts'
import { runToEnd } from '../../directory/run-to-end.ts'
import { packDirectory } from '../../directory/storage/packed-directory.ts'
import { readDataset } from '../dataset.ts'

const list = (country: string, ...banks: string[]): Row => ({ country, banks })

/** Each country has a large bank, a bank and a wallet. BB is the larger country. */
function withRanks(...ranks: Row[]): Small {
  const banks = (country: string): Row[] => [
    bank(`${country}-bank`, { name: 'Middle Bank' }),
    bank(`${country}-large`, { name: 'Large Bank', bic: 'AAAAAA22' }),
    bank(`${country}-wallet`, { name: 'Wallet', type: 'mobile_money' }),
  ]
  return { ...small(), banks: { aa: banks('aa'), bb: banks('bb') }, ranks }
}

const overlayWith = (more: Partial<Small>): Small => ({ ...small(), banks: {}, ...more })

/** Returns the ids of a list that is sorted by prominence, without the country codes of one country. */
function listed(folder: string, overlay: string | undefined, country: string): string {
  const packed = packDirectory(readDataset(folder, overlay))
  const directory = createDirectory(packed)
  const { prominence } = createFinder(packed, runToEnd(buildIndexTables(packed)))
  const { json } = directory.listBanks(
    directory.findCountry(country) as SupportedCountry,
    { status: 'active' },
    prominence,
  )
  return (JSON.parse(`[${Buffer.concat(json)}]`) as { id: string }[]).map(({ id }) => id).join(' ')
}

test('in a country, the ranked banks come first in their order, then the others by their records', (t) => {
  const folder = writeFolder(t, withRanks(list('AA', 'aa-wallet', 'aa-bank')))
  assert.equal(listed(folder, undefined, 'AA'), 'aa-wallet aa-bank aa-large')
  assert.equal(listed(folder, undefined, 'BB'), 'bb-large bb-bank bb-wallet')
})

test('a region takes the ranks of its members in turn, in the order of the table', (t) => {
  const folder = writeFolder(t, withRanks(list('BB', 'bb-wallet', 'bb-bank'), list('AA', 'aa-bank', 'aa-wallet')))
  assert.equal(listed(folder, undefined, 'RR'), 'bb-wallet aa-bank bb-bank aa-wallet aa-large bb-large')
})

test("an overlay replaces a country's list, and keeps its turn in a region", (t) => {
  const folder = writeFolder(t, withRanks(list('BB', 'bb-wallet'), list('AA', 'aa-bank')))
  const overlay = writeFolder(t, overlayWith({ ranks: [list('BB', 'bb-bank', 'bb-large')] }))
  assert.equal(listed(folder, overlay, 'BB'), 'bb-bank bb-large bb-wallet')
  assert.equal(listed(folder, overlay, 'RR'), 'bb-bank aa-bank bb-large aa-large aa-wallet bb-wallet')
  const added = writeFolder(t, overlayWith({ ranks: [list('AA', 'aa-wallet')] }))
  assert.equal(listed(writeFolder(t, withRanks()), added, 'AA'), 'aa-wallet aa-large aa-bank')
})

test('a ranked bank that an overlay closes is skipped, and so is one that does not exist', (t) => {
  const folder = writeFolder(t, withRanks(list('AA', 'aa-wallet', 'aa-other', 'aa-bank')))
  const closed = bank('aa-wallet', { name: 'Wallet', type: 'mobile_money', status: 'closed' })
  const overlay = writeFolder(t, overlayWith({ banks: { aa: [closed] } }))
  assert.equal(listed(folder, overlay, 'AA'), 'aa-bank aa-large')
})

test('without the file, there are no ranks', (t) => {
  assert.deepEqual(readDataset(writeFolder(t, small())).ranks, [])
})

test('a list that cannot be right is rejected, with its country', (t) => {
  const many = Array.from({ length: 13 }, (_, at) => `aa-bank-${at}`)
  for (const [ranks, message] of [
    [[list('CC', 'cc-bank')], /ranks\.json: CC: CC is not a country/],
    [[list('RR', 'aa-bank')], /ranks\.json: RR: RR is not a country/],
    [[list('AA', 'bb-bank')], /ranks\.json: AA: bb-bank is not a bank in AA/],
    [[list('AA', 'aa-bank'), list('AA', 'aa-large')], /ranks\.json: AA: appears twice/],
    [[list('AA', ...many)], /ranks\.json:1 \(entry 1\): banks must NOT have more than 12 items/],
    [[list('AA', 'aa-bank', 'aa-bank')], /ranks\.json:1 \(entry 1\): banks must NOT have duplicate items/],
    [[list('AA')], /ranks\.json:1 \(entry 1\): banks must NOT have fewer than 1 items/],
  ] as const) {
    assert.throws(() => readDataset(writeFolder(t, withRanks(...ranks))), message)
    assert.throws(
      () => readDataset(writeFolder(t, small()), writeFolder(t, overlayWith({ ranks: [...ranks] }))),
      message,
    )
  }
})

test('in search, a rank decides between banks that match equally well, and no more', (t) => {
  const codes = (value: string): Row => ({ codes: [code(value)] })
  const data = {
    ...small(),
    banks: {
      aa: [
        bank('aa-one', { name: 'Harbour Bank', ...codes('101') }),
        bank('aa-three', { name: 'Harbour Bank and Trust', ...codes('103') }),
        bank('aa-two', { name: 'Harbour Bank', ...codes('102') }),
      ],
      bb: [bank('bb-only', { name: 'Island Bank' })],
    },
  }
  const search = (text: string, ...ranks: Row[]): string => {
    const packed = packDirectory(readDataset(writeFolder(t, { ...data, ranks })))
    const { search: find } = createFinder(packed, runToEnd(buildIndexTables(packed)))
    return find({ text, limit: 3 })
      .map((row) => JSON.parse(row).id)
      .join(' ')
  }
  assert.equal(search('harbour bank'), 'aa-one aa-two aa-three')
  assert.equal(search('harbour bank', list('AA', 'aa-two')), 'aa-two aa-one aa-three')
  assert.equal(search('harbour bank', list('AA', 'aa-three', 'aa-two')), 'aa-two aa-one aa-three')
  assert.equal(search('10'), 'aa-one aa-three aa-two')
  assert.equal(search('10', list('AA', 'aa-two', 'aa-three')), 'aa-two aa-three aa-one')
})
