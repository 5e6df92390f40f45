/** The counts of a search: the number of all results, and how many each country, type and status has. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readQueries, tables } from '../../bench/relevance/queries.ts'
import { facetNames } from '../../src/directory/search/search-schema.ts'
import { searchSchema } from '../../src/http/routes/search-route.ts'
import { runSearch } from '../support/data/run-search.ts'
import { shippedLookups } from '../support/data/shipped-lookups.ts'
import { assertFits } from '../support/schemas.ts'
import { type Found, search } from '../support/search-helpers.ts'
import { shippedDirectory, startService } from '../support/services/service.ts'

const someQuery = fc.constantFrom(...tables.flatMap(readQueries)).map(({ text, country }) => ({ text, country }))
const someDigits = fc
  .integer({ min: 0, max: 999 })
  .map((number) => ({ text: String(number).padStart(2, '0'), country: '' }))

test('the total and the counts are those of all pages, with any filter and on any page', () => {
  fc.assert(
    fc.property(
      fc.oneof({ weight: 4, arbitrary: someQuery }, { weight: 1, arbitrary: someDigits }),
      fc.constantFrom('any', 'active', 'merged'),
      fc.option(fc.constantFrom(['commercial_bank'], ['credit_union', 'savings_bank']), { nil: undefined }),
      fc.nat(150),
      fc.integer({ min: 1, max: 100 }),
      ({ text, country }, status, types, offset, limit) => {
        const filter = { status, ...(types && { types }) } as Parameters<typeof search>[1]
        const place = country === '' ? undefined : shippedDirectory().findCountry(country)
        const query = { ...filter, text, country: place, offset, limit }
        const { banks, total, facets } = runSearch(shippedLookups(), { ...query, facets: facetNames })
        assert.deepEqual(banks, runSearch(shippedLookups(), query).banks)
        const all = search(text, { ...filter, ...(country && { country }), limit: 1_500 })
        // Longer lists take too long to read here.
        if (total >= 1_500) return
        assert.equal(total, all.length)
        assert.deepEqual(facets.country, counted(all, 'country'))
        if (status === 'any') assert.deepEqual(facets.status, counted(all, 'status'))
        if (types === undefined) assert.deepEqual(facets.type, counted(all, 'type'))
      },
    ),
    {
      numRuns: 200,
      // Many of the best 1,500 candidates share a successor, so the last results come from candidates beyond them.
      examples: [[{ text: 'first national bank windhoek', country: '' }, 'active', ['commercial_bank'], 0, 1]],
    },
  )
})

function counted(banks: Found[], field: 'country' | 'type' | 'status'): { value: string; count: number }[] {
  const groups = Map.groupBy(banks, (bank) => bank[field])
  return [...groups]
    .map(([value, group]) => ({ value, count: group.length }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}

test('GET /v1/search with facets adds the counts to the same page of results', async (t) => {
  const { url } = await startService(t)
  const plain = await (await fetch(`${url}/v1/search?q=access&limit=5`)).json()
  const response = await fetch(`${url}/v1/search?q=access&limit=5&facets=status,country`)
  assert.equal(response.status, 200)
  const result = (await response.json()) as Record<string, unknown> & {
    total: number
    facets: Record<string, { count: number }[]>
  }
  assertFits(searchSchema, result)
  const { total, total_capped: isCapped, facets, ...rest } = result
  assert.deepEqual(rest, plain)
  assert.ok(total > 5)
  assert.equal(isCapped, false)
  assert.deepEqual(Object.keys(facets), ['status', 'country'])
  for (const counts of Object.values(facets)) {
    assert.equal(
      counts.reduce((sum, { count }) => sum + count, 0),
      total,
    )
  }
})

test('without facets, the response has no counts', async (t) => {
  const { url } = await startService(t)
  const text = await (await fetch(`${url}/v1/search?q=access&limit=1`)).text()
  assert.match(text, /^\{"query":"access","country":null,"scheme":null,"count":1,"note":null,"banks":\[\{"id":/)
  assert.deepEqual(Object.keys(JSON.parse(text)), ['query', 'country', 'scheme', 'count', 'note', 'banks'])
})

test('an unknown facet is an error that names the known ones', async (t) => {
  const { url } = await startService(t)
  for (const facets of ['city', '', 'country,city']) {
    const response = await fetch(`${url}/v1/search?q=access&facets=${facets}`)
    assert.equal(response.status, 400, facets)
    assert.match(await response.text(), /"facets".*country.*type.*status/, facets)
  }
})
