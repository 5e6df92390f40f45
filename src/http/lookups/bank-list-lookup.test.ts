import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { shippedDirectory } from '../../../test/support/services/service.ts'
import { bankTypes, listedTypes } from '../../directory/records/bank-record.ts'
import { chooseList, listFacetNames, statusChoices } from '../../directory/requests/parameters.ts'
import { bankFields, selectableFields } from '../../directory/views/selected-fields.ts'
import { listCacheKey } from './bank-list-lookup.ts'

const directory = shippedDirectory()
const ireland = directory.requireCountry('IE')
const rails = directory.rails.inCountry('IE').map(({ id }) => id)

const some = <Value>(values: readonly Value[]) => fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 4 })
const parameters = fc.record(
  {
    status: fc.constantFrom(...statusChoices),
    types: fc.oneof(some(bankTypes), fc.shuffledSubarray([...listedTypes], { minLength: listedTypes.length })),
    has: fc.constantFrom('code', 'bic', 'ie_bic4'),
    rail: fc.constantFrom(...rails),
    region: fc.constantFrom('County Limerick', 'County Meath'),
    sort: fc.constantFrom('name', 'prominence'),
    limit: fc.integer({ min: 1, max: 3 }),
    fields: fc.oneof(some(selectableFields), fc.constant([...bankFields])),
    facets: some(listFacetNames),
  },
  { requiredKeys: [] },
)
type Sent = typeof parameters extends fc.Arbitrary<infer Value> ? Value : never

/** What the request asks for: the order of a list and duplicates in it mean nothing, and neither does a default. */
function meaningOf({ status = 'active', sort = 'name', types, fields, facets, ...others }: Sent) {
  const set = (values: readonly string[] | undefined) => values && [...new Set(values)].sort()
  return {
    ...others,
    ...{ status, sort, facets: set(facets) },
    ...{ types: set(types ?? listedTypes), fields: set(fields ?? bankFields) },
  }
}

test('two requests share a cached list if and only if they ask for the same list', () => {
  const keyOf = (sent: Sent): string => listCacheKey(ireland, chooseList(sent, ireland, directory))
  fc.assert(
    fc.property(parameters, parameters, ({ ...one }, other) => {
      const isSame = (a: Sent, b: Sent): boolean => isDeepStrictEqual(meaningOf(a), meaningOf(b))
      // A request that differs in one parameter at most is the likeliest to share a key.
      for (const name of Object.keys(other) as (keyof Sent)[]) {
        const near = { ...one, [name]: other[name] }
        assert.equal(keyOf(one) === keyOf(near), isSame(one, near), `${name}: ${JSON.stringify([one, near])}`)
      }
      assert.equal(keyOf(one) === keyOf(other), isSame(one, other))
    }),
    { examples: [[{ facets: ['type', 'status'] }, { facets: ['status', 'type', 'status'] }]] },
  )
})

test('no two countries share a list', () => {
  const all = [...directory.countries, ...directory.regions]
  const keys = all.map((country) => listCacheKey(country, chooseList({}, country, directory)))
  assert.equal(new Set(keys).size, all.length)
})
