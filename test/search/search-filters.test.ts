/** Filters and pages of a search, and the codes that it highlights. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readQueries, tables } from '../../bench/relevance/queries.ts'
import { readDataset } from '../../src/dataset/dataset.ts'
import { buildIndexTables } from '../../src/directory/indexes.ts'
import { createDirectory } from '../../src/directory/lookups.ts'
import type { BankRecord } from '../../src/directory/records/bank-record.ts'
import { runToEnd } from '../../src/directory/run-to-end.ts'
import { packDirectory } from '../../src/directory/storage/packed-directory.ts'
import { searchSchema } from '../../src/http/routes/search-route.ts'
import { runSearch } from '../support/data/run-search.ts'
import { bank, code, type Row, small, writeFolder } from '../support/data/small-data.ts'
import { assertFits } from '../support/schemas.ts'
import { type Found, search } from '../support/search-helpers.ts'
import { shippedDirectory, startService } from '../support/services/service.ts'

const ids = (banks: Found[]): string[] => banks.map(({ id }) => id)

const records = new Map<string, BankRecord>(
  [...shippedDirectory().packed.banks.values()].flatMap(({ records: bytes }) =>
    Buffer.from(bytes)
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map((record: BankRecord) => [record.id, record] as const),
  ),
)

const someQuery = fc.constantFrom(...tables.flatMap(readQueries)).map(({ text, country }) => ({ text, country }))
const someDigits = fc
  .integer({ min: 0, max: 999 })
  .map((number) => ({ text: String(number).padStart(2, '0'), country: '' }))

test('a page is a slice of any longer list, with any filter', () => {
  fc.assert(
    fc.property(
      fc.oneof({ weight: 4, arbitrary: someQuery }, { weight: 1, arbitrary: someDigits }),
      fc.constantFrom('any', 'active', 'merged', 'unverified', 'closed'),
      fc.option(fc.constantFrom(['commercial_bank'], ['credit_union', 'savings_bank']), { nil: undefined }),
      fc.nat(150),
      fc.integer({ min: 1, max: 100 }),
      ({ text, country }, status, types, offset, limit) => {
        const filter = { status, ...(types && { types }), ...(country && { country }) } as Parameters<typeof search>[1]
        const all = ids(search(text, { ...filter, limit: 250 }))
        assert.deepEqual(ids(search(text, { ...filter, offset, limit })), all.slice(offset, offset + limit))
        assert.equal(new Set(all).size, all.length)
      },
    ),
    { numRuns: 300 },
  )
})

test('every hit has the requested status and one of the requested types', () => {
  for (const text of ['bank', 'first national bank', 'sparkasse', '10']) {
    for (const status of ['active', 'unverified', 'merged', 'closed'] as const) {
      const hits = search(text, { status, limit: 100 })
      assert.ok(hits.every((hit) => hit.status === status))
    }
    const hits = search(text, { types: ['savings_bank', 'credit_union'], limit: 100 })
    assert.ok(hits.length > 50 && hits.every(({ type }) => type === 'savings_bank' || type === 'credit_union'), text)
  }
})

test('a search for active banks fills the page, even if better matches are not active', () => {
  for (const text of ['first national bank', 'volksbank', 'central state bank', 'microfinance', '10']) {
    const open = search(text, { limit: 250 }).filter(({ status }) => status === 'active')
    const found = search(text, { status: 'active', limit: 20 })
    assert.ok(found.length >= Math.min(20, open.length), text)
  }
})

test('a merged bank leads to its successor, even in a search for active banks', () => {
  for (const [text, country, successor] of [
    ['canadian western bank', 'ca', 'ca-national-bank-of-canada'],
    ['diamond bank', 'ng', 'ng-access-bank'],
    // The former code of Canadian Western Bank.
    ['030', 'ca', 'ca-national-bank-of-canada'],
  ] as const) {
    const [first] = search(text, { country, status: 'active' })
    assert.equal(first?.id, successor, text)
    assert.equal(first?.matched.field, 'successor_of')
    const ofAll = search(text, { country })
    assert.equal(ofAll[0]?.id, successor)
    assert.deepEqual(ofAll[0]?.matched, first?.matched)
  }
  assert.deepEqual(search('030', { country: 'ca', status: 'active' })[0]?.matched, {
    field: 'successor_of',
    text: '030',
    spans: [[0, 3]],
    scheme: 'ca_institution',
    status: 'former',
  })
})

test('many banks with the same successor do not use up the page', (t) => {
  const data = small()
  data.banks.aa = [
    ...Array.from({ length: 40 }, (_, at) =>
      bank(`aa-old-${String(at).padStart(2, '0')}`, { name: 'Oak Bank', status: 'merged', successor: 'aa-one' }),
    ),
    bank('aa-one', { name: 'Elm' }),
    bank('aa-two', { name: 'The Oak Bank of the Far Away and Rather Long Name' }),
  ]
  const packed = packDirectory(readDataset(writeFolder(t, data)))
  const lookups = createDirectory(packed).withIndexes(runToEnd(buildIndexTables(packed)))
  const found = runSearch(lookups, { text: 'oak bank', status: 'active', limit: 2 }).banks.map(({ id }) => id)
  assert.deepEqual(found, ['aa-one', 'aa-two'])
})

test('a matched code has the scheme and the status of its record', () => {
  for (const [text, country, id, scheme, status] of [
    ['200052', 'gb', 'gb-barclays-bank', 'gb_sort_code', 'unconfirmed'],
    ['058', 'ng', 'ng-gtbank', 'ng_cbn', 'current'],
    ['NWBK', 'gb', 'gb-natwest', 'gb_bic4', 'current'],
  ] as const) {
    const hit = search(text, { country, limit: 50 }).find((one) => one.id === id)
    assert.deepEqual([hit?.matched.scheme, hit?.matched.status], [scheme, status], text)
  }
})

test('every matched code has its own status, and only codes have one', () => {
  const notCurrent = [...records.values()].flatMap(({ id, codes = [] }) =>
    codes.filter(({ status }) => status !== undefined).map((code) => ({ id, ...code })),
  )
  const sample = notCurrent.filter(({ status }, at) => status === 'unconfirmed' || at % 40 === 0)
  assert.ok(sample.length > 500)
  for (const { id, value } of sample) {
    const hits = search(value, { country: id.slice(0, 2), limit: 100 })
    for (const { matched, ...hit } of hits) {
      assert.equal(matched.scheme === null, matched.status === null)
      if (matched.field === 'successor_of') continue
      assert.equal(matched.field === 'codes', matched.status !== null)
      if (matched.status === null) continue
      const own = records.get(hit.id)?.codes?.filter((one) => one.value === matched.text) ?? []
      assert.ok(
        own.some((one) => one.scheme === matched.scheme && (one.status ?? 'current') === matched.status),
        `${hit.id} ${value}`,
      )
    }
    assert.ok(
      hits.some((hit) => hit.id === id || hit.matched.field === 'successor_of'),
      `${id} is not found by ${value}`,
    )
  }
})

/** A popular bank with a former or unconfirmed code, and an obscure bank with the same code, which is current. */
function contested(value: string, others: Row): Row[] {
  const codes = Array.from({ length: 60 }, (_, at) => code(String(100 + at)))
  return [
    bank('aa-large', {
      ...{ name: 'Large', codes: [...codes, code(value, others)], bic: 'LARGAAAA', lei: '7LTWFZYICNSX8D621K86' },
      reach: 'international',
    }),
    bank('aa-small', {
      name: 'Small',
      codes: [code(value)],
      status: 'closed',
      confidence: 'low',
      type: 'foreign_branch',
    }),
  ]
}

for (const [kind, value, pattern] of [
  ['digits', '777', '^\\d{3}$'],
  ['letters', 'KODE', '^(\\d{3}|[A-Z]{4})$'],
] as const) {
  for (const status of ['unconfirmed', 'former']) {
    test(`a current code made of ${kind} comes before the ${status} code of a popular bank`, (t) => {
      const data = small()
      data.schemes = data.schemes.map((scheme) => ({ ...scheme, pattern }))
      data.banks.aa = contested(value, { status })
      const packed = packDirectory(readDataset(writeFolder(t, data)))
      const lookups = createDirectory(packed).withIndexes(runToEnd(buildIndexTables(packed)))
      const found = runSearch(lookups, { text: value, limit: 10 }).banks
      assert.deepEqual(
        found.map(({ id, matched }) => [id, matched.scheme, matched.status]),
        [
          ['aa-small', 'aa_code', 'current'],
          ['aa-large', 'aa_code', status],
        ],
      )
    })
  }
}

test('if a bank has a code twice, the current one is highlighted', (t) => {
  const data = small()
  data.schemes = ['aa_code', 'aa_other'].map((id) => ({ ...data.schemes[0], id, pattern: '^(\\d{3}|[A-Z]{4})$' }))
  const twice = (value: string): Row[] => [code(value, { status: 'former' }), code(value, { scheme: 'aa_other' })]
  data.banks.aa = [bank('aa-digits', { codes: twice('777') }), bank('aa-letters', { codes: twice('KODE') })]
  const packed = packDirectory(readDataset(writeFolder(t, data)))
  const lookups = createDirectory(packed).withIndexes(runToEnd(buildIndexTables(packed)))
  for (const text of ['777', 'KODE']) {
    const [first] = runSearch(lookups, { text, limit: 1 }).banks
    assert.deepEqual([first?.matched.scheme, first?.matched.status], ['aa_other', 'current'], text)
  }
})

test('GET /v1/search combines status, types, offset and limit, and its pages follow each other', async (t) => {
  const { url } = await startService(t)
  const page = async (query: string): Promise<Found[]> => {
    const response = await fetch(`${url}/v1/search?q=national+bank&${query}`)
    assert.equal(response.status, 200, query)
    const result = (await response.json()) as { count: number; banks: Found[] }
    assertFits(searchSchema, result)
    assert.equal(result.count, result.banks.length)
    return result.banks
  }
  const all = await page('limit=100')
  assert.equal(all.length, 100)
  assert.deepEqual([...(await page('limit=40')), ...(await page('offset=40&limit=60'))], all)
  const filter = 'country=us&status=active&type=commercial_bank,savings_bank'
  const filtered = await page(`${filter}&offset=10&limit=5`)
  assert.equal(filtered.length, 5)
  assert.ok(
    filtered.every(({ status, type, country }) => status === 'active' && /^(comm|sav)/.test(type) && country === 'US'),
  )
  assert.deepEqual(await page('offset=1000&country=va'), [])
})

test('GET /v1/search with has finds only banks with such a code, and a merged bank still leads to its successor', async (t) => {
  const { url } = await startService(t)
  const find = async (query: string): Promise<(Found & { codes: Record<string, string[]>; bic: string | null })[]> => {
    const response = await fetch(`${url}/v1/search?${query}`)
    assert.equal(response.status, 200, query)
    return ((await response.json()) as { banks: Awaited<ReturnType<typeof find>> }).banks
  }
  const all = await find('q=trust&country=ng&limit=100')
  const transferable = await find('q=trust&country=ng&has=ng_nip&limit=100')
  assert.ok(transferable.length > 5 && all.some(({ codes }) => !codes.ng_nip))
  assert.ok(transferable.every(({ codes }) => codes.ng_nip))
  const withBic = await find('q=bank&country=ng&has=bic')
  assert.ok(withBic.length > 5 && withBic.every(({ bic }) => bic !== null))
  const [successor] = await find('q=diamond+bank&country=ng&status=active&has=ng_nip')
  assert.deepEqual([successor?.id, successor?.matched.field], ['ng-access-bank', 'successor_of'])
  // Without a country, any scheme is valid.
  assert.deepEqual(ids(await find('q=gtb&has=ng_nip&limit=1')), ['ng-gtbank'])
  const response = await fetch(`${url}/v1/search?q=gtb&has=xx_code`)
  assert.equal(response.status, 400)
  assert.match(await response.text(), /"has"; send "code", "bic", or a code scheme such as ng_nip\.$/m)
})
