/** The lists of best-known banks in the shipped data, as menus show them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SupportedCountry } from '../../src/directory/records/country-record.ts'
import { runToEnd } from '../../src/directory/run-to-end.ts'
import { shippedLookups } from '../support/data/shipped-lookups.ts'
import { dataset, openBanks } from '../support/data/shipped-records.ts'
import { shippedDirectory } from '../support/services/service.ts'

function prominentBanks(code: string, limit: number): string[] {
  const country = shippedDirectory().findCountry(code) as SupportedCountry
  const { json } = runToEnd(shippedLookups().listBanks(country, { status: 'active', sort: 'prominence', limit }))
  return (JSON.parse(`[${Buffer.concat(json)}]`) as { id: string }[]).map(({ id }) => id)
}

test("every list of best-known banks is the start of its country's list", () => {
  for (const { country, banks } of dataset.ranks) {
    assert.deepEqual(prominentBanks(country, banks.length), banks)
  }
})

test('every country with more than ten open banks has a list of best-known banks', () => {
  const listed = new Set(dataset.ranks.map(({ country }) => country))
  const counts = Map.groupBy(openBanks, ({ country }) => country)
  const missing = [...counts].filter(([country, banks]) => banks.length > 10 && !listed.has(country))
  assert.deepEqual(missing, [])
})

test('Europe starts with the first bank of every ranked member, largest country first', () => {
  const members = shippedDirectory().findCountry('EU')?.members as string[]
  const lists = dataset.ranks.filter(({ country }) => members.includes(country))
  const inTurn = [0, 1].flatMap((place) => lists.flatMap(({ banks }) => banks.slice(place, place + 1)))
  assert.deepEqual(prominentBanks('EU', inTurn.length), inTurn)
  assert.deepEqual(
    lists.slice(0, 5).map(({ country }) => country),
    ['DE', 'FR', 'IT', 'ES', 'PL'],
  )
})

/** Large by customers, although their records have few codes. */
const wellKnown = ['ng-opay', 'hk-hsbc', 'gb-nationwide-building-society', 'gb-monzo-bank', 'ke-m-pesa', 'br-nubank']

test('wallets, building societies and online banks are among the first eight of their country', () => {
  for (const id of wellKnown) assert.ok(prominentBanks(id.slice(0, 2), 8).includes(id), id)
})
