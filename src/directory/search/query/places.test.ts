import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CountryRecord } from '../../records/country-record.ts'
import { createPlaces } from './places.ts'

const country = (code: string, more: Partial<CountryRecord>): CountryRecord => ({
  ...{ code, name: code, kind: 'country', currency: 'EUR', iban: false },
  account_number: { label: 'Account number', pattern: '^\\d+$' },
  ...more,
})
const ranges = new Map([
  ['AA', [0, 10]],
  ['BB', [10, 20]],
] as const)
const places = createPlaces(
  [
    country('AA', { alpha3: 'AAA', name: 'Atlantia', local_name: 'Atlântia / Atlantien', regions: { BB: 'Big Bay' } }),
    country('BB', { name: 'Borealis', also: ['XB'], cities: { 'Port Royal': ['Königshafen'], BB: [] } }),
    country('RR', { name: 'All Regions', kind: 'region', members: ['AA', 'BB'] }),
  ],
  ranges,
)
const found = (name: string) => places.get(name)?.map(({ kind, ranges: [first] }) => [kind, first?.[0]])

test('a country is found by its codes and all its names', () => {
  for (const name of ['aa', 'aaa', 'atlantia', 'atlantien']) assert.deepEqual(found(name), [['country', 0]], name)
  for (const name of ['xb', 'borealis']) assert.deepEqual(found(name), [['country', 10]], name)
})

test('a region has the banks of its members', () => {
  assert.deepEqual(places.get('all regions')?.[0]?.ranges, [
    [0, 10],
    [10, 20],
  ])
})

test('if a country and a state share a code, the entry for both comes first and no place is lost', () => {
  assert.deepEqual(places.get('bb')?.[0]?.ranges, [
    [10, 20],
    [0, 10],
  ])
  assert.deepEqual(
    places.get('bb')?.map(({ kind, namesakes }) => [kind, namesakes?.map((place) => place.kind)]),
    [
      ['country', ['country', 'state']],
      ['country', undefined],
      ['state', undefined],
      ['city', undefined],
    ],
  )
  assert.deepEqual(places.get('big bay')?.[0]?.words, ['bb'])
})

test('a city is found by its other names, with umlauts in both spellings', () => {
  for (const name of ['port royal', 'konigshafen', 'koenigshafen']) assert.deepEqual(found(name), [['city', 10]], name)
  assert.deepEqual(places.get('port royal')?.[0]?.words, ['konigshafen', 'koenigshafen'])
})
