import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runSearch } from '../../../test/support/data/run-search.ts'
import { code } from '../../../test/support/data/small-data.ts'
import { createSmallSearch } from '../../../test/support/data/small-search.ts'
import { runToEnd } from '../run-to-end.ts'
import { penalties } from './ranking-weights.ts'
import { createSearchSteps } from './search.ts'
import { rankedMax } from './search-limits.ts'
import { createPenalties, createRangeCheck, createSearchResults } from './search-results.ts'

test('among banks with the same name, the active one comes first, then the others by penalty', (t) => {
  const { ids } = createSmallSearch(t, {
    'aa-1-closed': { name: 'Oak', status: 'closed' },
    'aa-2-merged': { name: 'Oak', status: 'merged' },
    'aa-3-active': 'Oak',
    'aa-4-official': { name: 'Oak', type: 'official_institution' },
  })
  assert.deepEqual(ids('oak').slice(0, 2), ['aa-3-active', 'aa-2-merged'])
  assert.deepEqual(ids('oak').slice(2).sort(), ['aa-1-closed', 'aa-4-official'])
})

test('a closed bank that matches much better comes before an active one', (t) => {
  const { ids } = createSmallSearch(t, {
    'aa-active': 'Oak Union',
    'aa-closed': { name: 'Elm Trust', status: 'closed' },
  })
  assert.deepEqual(ids('elm trust')[0], 'aa-closed')
})

test('a country or a city after the name puts the bank there first', (t) => {
  const { ids } = createSmallSearch(t, { 'aa-oak': 'Oak Bank', 'bb-oak': 'Oak Bank' })
  assert.deepEqual(ids('oak'), ['aa-oak', 'bb-oak'])
  assert.deepEqual(ids('oak borealis')[0], 'bb-oak')
  assert.deepEqual(ids('oak bb')[0], 'bb-oak')
  assert.deepEqual(ids('oak hafenstadt')[0], 'aa-oak')
})

test('if a query names two places, the last one counts', (t) => {
  const { ids } = createSmallSearch(t, { 'aa-oak': 'Oak Harbourton', 'bb-oak': 'Oak Harbourton' })
  assert.equal(ids('oak harbourton borealis')[0], 'bb-oak')
})

test('a state after the name puts the bank there first', (t) => {
  const { ids } = createSmallSearch(t, { 'aa-oak': 'Oak Bank', 'aa-oak-nl': { name: 'Oak Bank', region: 'NL' } })
  assert.deepEqual(ids('oak bank northland')[0], 'aa-oak-nl')
})

test('a merged bank leads to its successor, which comes first', (t) => {
  const { ids } = createSmallSearch(t, {
    'aa-new': 'Elm',
    'aa-old': { name: 'Oak', status: 'merged', successor: 'aa-new' },
  })
  assert.deepEqual(ids('oak'), ['aa-new', 'aa-old'])
  assert.deepEqual(ids('oak', { status: 'active' }), ['aa-new'])
})

test('a whole code comes before a longer code that starts with the digits, a current code before a former one', (t) => {
  const { ids } = createSmallSearch(t, {
    'aa-1-former': { codes: [code('123', { status: 'former' })] },
    'aa-2-prefix': { codes: [code('124')] },
    'aa-3-current': { codes: [code('123')] },
  })
  assert.deepEqual(ids('123'), ['aa-3-current', 'aa-1-former'])
  assert.deepEqual(ids('12')[0], 'aa-2-prefix')
  assert.deepEqual(ids('1-2 3'), ids('123'))
})

test('a page is a slice of the whole list', (t) => {
  const banks = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`aa-oak-${at}`, `Oak ${at}`]))
  const { ids } = createSmallSearch(t, banks)
  const all = ids('oak')
  assert.equal(all.length, 9)
  assert.deepEqual(ids('oak', { offset: 4, limit: 3 }), all.slice(4, 7))
})

test('the last pages have all results, however many of the best candidates share a successor', (t) => {
  const merged = Array.from({ length: rankedMax }, (_, at) => [
    `aa-old-${at}`,
    { name: 'Oak', status: 'merged', successor: 'aa-new' },
  ])
  const { lookups } = createSmallSearch(t, {
    'aa-new': 'Elm',
    'aa-other': 'Elm Other',
    'aa-last': { name: 'Oak of Many Other Words', status: 'merged', successor: 'aa-other' },
    ...Object.fromEntries(merged),
  })
  const { banks, total } = runSearch(lookups, { text: 'oak', status: 'active', limit: 10, facets: [] })
  assert.deepEqual([banks.map(({ id }) => id), total], [['aa-new', 'aa-other'], 2])
})

test('a BIC is highlighted as it is in the record, without parsing the record, which may have thousands of codes', (t) => {
  const oak = { name: 'Oak', bic: 'OAKBAA22', codes: [code('123', { bic: 'OAKBAA2LXYZ' })] }
  const { indexes, places } = createSmallSearch(t, { 'aa-oak': oak })
  const banks = { ...indexes.banks, recordOf: () => assert.fail('A record was parsed.') }
  const find = createSearchResults({ ...indexes, banks }, createSearchSteps(indexes.search, places), () => [])
  for (const [text, bic] of [
    ['oakbaa22', 'OAKBAA22'],
    ['OAKBAA2LXYZ', 'OAKBAA2LXYZ'],
  ] as const) {
    const { formatRows } = runToEnd(
      find({ text, ranges: undefined, countries: [], status: 'any', offset: 0, limit: 10 }),
    )
    assert.deepEqual(
      formatRows(0, 10).map((row) => JSON.parse(row).matched),
      [{ field: 'bic', text: bic, spans: [[0, bic.length]], scheme: null, status: null }],
    )
  }
})

const oaks = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`aa-oak-${at}`, `Oak ${at}`]))

test('a search in steps has the same results, whatever other searches run between its steps', (t) => {
  const { lookups } = createSmallSearch(t, oaks)
  const query = { text: 'oka 7', limit: 150 }
  const steps = lookups.search(query)
  let count = 0
  let step = steps.next()
  for (; !step.done; step = steps.next()) {
    count++
    runToEnd(lookups.search({ text: 'oak 4', limit: 10 }))
  }
  assert.ok(count > 4, `${count} steps`)
  assert.equal(step.value, runToEnd(lookups.search(query)))
})

test('searches in steps may overlap', (t) => {
  const { lookups } = createSmallSearch(t, oaks)
  const queries = ['oka 7', 'aok', 'oak 1'].map((text) => ({ text, limit: 80 }))
  const found = new Map<number, string>()
  const running = queries.map((query) => lookups.search(query))
  while (found.size < running.length) {
    for (const [at, steps] of running.entries()) {
      const step = found.has(at) ? undefined : steps.next()
      if (step?.done) found.set(at, step.value)
    }
  }
  for (const [at, query] of queries.entries()) assert.equal(found.get(at), runToEnd(lookups.search(query)))
})

test('ranges include their first bank and exclude their end', () => {
  const createCheck = createRangeCheck(10)
  const banksIn = (ranges: [number, number][] | undefined): number[] => {
    const isInRanges = createCheck(ranges)
    return Array.from({ length: 10 }, (_, bank) => bank).filter(isInRanges)
  }
  assert.deepEqual(banksIn([[2, 4]]), [2, 3])
  assert.deepEqual(
    banksIn([
      [0, 2],
      [5, 6],
    ]),
    [0, 1, 5],
  )
  // The marks of the previous search are cleared.
  assert.deepEqual(
    banksIn([
      [3, 4],
      [8, 10],
    ]),
    [3, 8, 9],
  )
  assert.deepEqual(banksIn([]), [])
  assert.equal(banksIn(undefined).length, 10)
})

test('the penalties for status and type add up', (t) => {
  const { indexes, numberOf } = createSmallSearch(t, {
    'aa-active': 'Oak',
    'aa-closed': { status: 'closed' },
    'aa-closed-official': { status: 'closed', type: 'official_institution' },
    'aa-unverified': { status: 'unverified' },
  })
  const byBank = createPenalties(indexes.banks)
  const { status, officialInstitution } = penalties
  assert.equal(byBank[numberOf('aa-active')], 0)
  assert.equal(byBank[numberOf('aa-closed')], status.closed)
  assert.equal(byBank[numberOf('aa-closed-official')], status.closed + officialInstitution)
  assert.equal(byBank[numberOf('aa-unverified')], status.unverified)
})
