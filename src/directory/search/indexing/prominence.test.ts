import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BankRecord } from '../../records/bank-record.ts'
import { type CountryRanks, ranksMax } from '../../records/country-ranks.ts'
import { createProminenceScorer, type ProminenceScores, prominenceMax, prominenceMin } from './prominence.ts'

const record = (id: string, more: Partial<BankRecord> = {}): BankRecord => ({
  id,
  name: 'Bank',
  country: id.slice(0, 2).toUpperCase(),
  type: 'mobile_money',
  status: 'active',
  confidence: 'low',
  sources: ['a-list'],
  ...more,
})

/** The bank with the highest estimate of all. */
const giant: Partial<BankRecord> = {
  type: 'commercial_bank',
  confidence: 'high',
  bic: 'AAAAAA22',
  lei: '529900BBEBGNAA1C6176',
  reach: 'international',
  codes: Array.from({ length: 500 }, (_, at) => ({ scheme: 'aa_code', value: String(at), source: 'a-list' })),
}

const listOf = (country: string, length: number): CountryRanks => ({
  country,
  banks: Array.from({ length }, (_, at) => `${country.toLowerCase()}-${at + 1}`),
})

/** Scores as the index stores them. */
const prominenceIn = (ranks: CountryRanks[], ...banks: BankRecord[]): number[] =>
  banks.map((bank) => Math.fround(createProminenceScorer(ranks)(bank).prominence))

const isDescending = (values: number[]): boolean =>
  values.every((value, at) => at === 0 || value < (values[at - 1] as number))

test('the ranked banks of a country come first in their order, however large the others are', () => {
  const ranks = [listOf('BB', 1), listOf('AA', ranksMax)]
  const ranked = (ranks[1] as CountryRanks).banks.map((id) => record(id))
  const values = prominenceIn(ranks, ...ranked, record('aa-giant', giant), record('aa-small'))
  assert.ok(isDescending(values), values.join(' '))
  for (const value of values) assert.ok(value > prominenceMin && value < prominenceMax, String(value))
})

test('in a region, the countries take turns, largest first', () => {
  const ranks = Array.from({ length: 26 * 4 }, (_, at) =>
    listOf(`${'DCBA'[Math.floor(at / 26)]}${String.fromCharCode(90 - (at % 26))}`, ranksMax),
  )
  const inTurn = Array.from({ length: ranksMax }, (_, place) =>
    ranks.map(({ banks }) => record(banks[place] as string)),
  )
  assert.ok(isDescending(prominenceIn(ranks, ...inTurn.flat())))
})

test('a ranked bank that is not open scores as if it had no rank', () => {
  for (const status of ['merged', 'closed', 'unverified'] as const) {
    const closed = record('aa-1', { ...giant, status })
    assert.deepEqual(createProminenceScorer([listOf('AA', 8)])(closed), createProminenceScorer([])(closed))
  }
})

test('without a rank, search and lists use the same prominence', () => {
  const { searchProminence, prominence } = createProminenceScorer([listOf('AA', 8)])(record('aa-giant', giant))
  assert.equal(prominence, searchProminence)
})

test('in search, a rank lifts a wallet to the level of a bank, and moves a large bank only within a tie', () => {
  const searchProminenceOf = (ranks: CountryRanks[], bank: BankRecord): ProminenceScores['searchProminence'] =>
    createProminenceScorer(ranks)(bank).searchProminence
  const ranks = [listOf('AA', 8)]
  const bank = record('aa-bank', { type: 'commercial_bank', bic: 'AAAAAA22', confidence: 'high' })
  assert.ok(searchProminenceOf(ranks, record('aa-8')) > searchProminenceOf(ranks, bank))
  const gain = searchProminenceOf(ranks, record('aa-1', giant)) - searchProminenceOf([], record('aa-1', giant))
  assert.ok(gain > 0 && gain < 0.03, String(gain))
  assert.ok(searchProminenceOf(ranks, record('aa-1')) > searchProminenceOf(ranks, record('aa-2')))
})
