/**
 * Common words: their posting lists are read only if needed, and the results must be the same as if they always were.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readQueries, tables } from '../../bench/relevance/queries.ts'
import { createIndexes } from '../../src/directory/indexes.ts'
import { nameCountOf, postingsWithin } from '../../src/directory/search/indexing/search-index.ts'
import { createPlaces } from '../../src/directory/search/query/places.ts'
import { createSearch, type Search } from '../../src/directory/search/search.ts'
import { WorkBudget } from '../../src/directory/search/search-limits.ts'
import { isWithin, type Range } from '../../src/directory/storage/bank-table.ts'
import { shippedDirectory, shippedTables } from '../support/data/shipped.ts'
import { search } from '../support/search-helpers.ts'

const directory = shippedDirectory()
const { packed } = directory
const { search: index, banks } = createIndexes(packed, shippedTables())
const places = createPlaces(packed.countries, banks.ranges)
const penalties = new Float64Array(banks.count)

function firstFive(searchBanks: Search, text: string, country: string): number[] {
  const found = country === '' ? undefined : directory.findCountry(country)
  const ranges = found && (found.members ?? [found.code]).map((code) => banks.ranges.get(code) as Range)
  const isIncluded = (bank: number): boolean => !ranges || isWithin(bank, ranges)
  return searchBanks(text, { ranges, isIncluded, limit: 5, penalties }).best.map(({ bank }) => bank)
}

test('a search finds the same banks whether words are deferred or not, and whatever was searched before', () => {
  const sample = tables.flatMap(readQueries).filter((_, at) => at % 40 === 0)
  const typed = sample.flatMap(({ text, country }) => [
    [text, country],
    [text.slice(0, Math.ceil(text.length / 2)), country],
    [`${text} bank`, 'EU'],
    [text.replace(/(\w{3})(\w)/, '$1 $2'), country],
  ]) as [string, string][]
  // Deferring takes fewer steps, so neither search has a limited budget here.
  const unbounded = (eagerNamesMax?: number): Search =>
    createSearch(index, places, {
      ...(eagerNamesMax && { eagerNamesMax }),
      work: new WorkBudget(Number.POSITIVE_INFINITY),
    })
  const [deferring, eager] = [unbounded(), unbounded(Number.POSITIVE_INFINITY)]
  const differing = typed.filter(
    ([text, country]) => String(firstFive(deferring, text, country)) !== String(firstFive(eager, text, country)),
  )
  // The count of a deferred word leaves out its joined forms, so its weight differs a little and neighbours may swap.
  assert.ok(differing.length < typed.length / 200, differing.join('; '))
  const again = unbounded()
  for (const [text, country] of typed.toReversed()) {
    assert.deepEqual(firstFive(again, text, country), firstFive(deferring, text, country), text)
  }
})

test('the postings of a word in each country add up to all of its postings', () => {
  for (const text of ['bank', 'union', 'sparkasse', 'access']) {
    const word = index.vocabulary.find(text)
    const counts = [...banks.ranges.values()].map((range) => {
      const [start, end] = postingsWithin(index, word, range)
      return end - start
    })
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      nameCountOf(index, text),
      text,
    )
  }
})

test('a query of only common words finds banks', () => {
  for (const text of ['bank', 'credit', 'union', 'credit union', 'national bank', 'b', 'first national bank of']) {
    for (const country of [undefined, 'us', 'eu']) {
      assert.equal(search(text, country ? { country } : {}).length, 10, `${text} ${country}`)
    }
  }
})
