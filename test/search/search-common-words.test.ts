/** Words that very many banks have are not looked up bank by bank; what is found must be the same. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readQueries, tables } from '../../bench/relevance/queries.ts'
import { buildIndexTables, createIndexes } from '../../src/directory/indexes.ts'
import { runToEnd } from '../../src/directory/run-to-end.ts'
import { nameCountOf, postingsWithin } from '../../src/directory/search/indexing/search-index.ts'
import { createPlaces } from '../../src/directory/search/query/places.ts'
import { createSearch, type Search } from '../../src/directory/search/search.ts'
import { WorkBudget } from '../../src/directory/search/work-budget.ts'
import type { Range } from '../../src/directory/storage/bank-table.ts'
import { search } from '../support/search-helpers.ts'
import { shippedDirectory } from '../support/services/service.ts'

const directory = shippedDirectory()
const { packed } = directory
const { search: index, banks } = createIndexes(packed, runToEnd(buildIndexTables(packed)))
const places = createPlaces(packed.countries, banks.ranges)
const maluses = new Float64Array(banks.count)

function firstFive(find: Search, text: string, country: string): number[] {
  const found = country === '' ? undefined : directory.findCountry(country)
  const ranges = found && (found.members ?? [found.code]).map((code) => banks.ranges.get(code) as Range)
  const isWanted = (bank: number): boolean => !ranges || ranges.some(([from, to]) => bank >= from && bank < to)
  return find(text, { ranges, isIncluded: isWanted, limit: 5, penalties: maluses }).best.map(({ bank }) => bank)
}

test('the same banks are found whether words wait or not, whatever was looked for before', () => {
  const some = tables.flatMap(readQueries).filter((_, at) => at % 20 === 0)
  const typed = some.flatMap(({ text, country }) => [
    [text, country],
    [text.slice(0, Math.ceil(text.length / 2)), country],
    [`${text} bank`, 'EU'],
    [text.replace(/(\w{3})(\w)/, '$1 $2'), country],
  ]) as [string, string][]
  // Waiting takes fewer steps, and here both have as many as they need.
  const unbounded = (eagerNamesMax?: number): Search =>
    createSearch(index, places, {
      ...(eagerNamesMax && { eagerNamesMax }),
      work: new WorkBudget(Number.POSITIVE_INFINITY),
    })
  const [waiting, never] = [unbounded(), unbounded(Number.POSITIVE_INFINITY)]
  const differing = typed.filter(
    ([text, country]) => String(firstFive(waiting, text, country)) !== String(firstFive(never, text, country)),
  )
  // What a word is worth depends a little on what else it could be with the next one, so that neighbours may swap.
  assert.ok(differing.length < typed.length / 200, differing.join('; '))
  const again = unbounded()
  for (const [text, country] of typed.toReversed()) {
    assert.deepEqual(firstFive(again, text, country), firstFive(waiting, text, country), text)
  }
})

test('the names of a word, country by country, are all of its names', () => {
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

test('common words alone find banks', () => {
  for (const text of ['bank', 'credit', 'union', 'credit union', 'national bank', 'b', 'first national bank of']) {
    for (const country of [undefined, 'us', 'eu']) {
      assert.equal(search(text, country ? { country } : {}).length, 10, `${text} ${country}`)
    }
  }
})
