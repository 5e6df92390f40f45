/** The parameter `region` of lists, files and search, and the counts of a list. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Bank } from '../../src/directory/records/bank-record.ts'
import { bankFieldsListSchema } from '../../src/directory/records/list-schemas.ts'
import { download, readRows } from '../support/bank-files.ts'
import { assertFits } from '../support/schemas.ts'
import { startService } from '../support/services/service.ts'
import { wholeProcess } from '../support/whole-process-context.ts'

const { url } = await startService(wholeProcess)

type Counts = Record<string, { value: string; count: number }[]>

interface Banks {
  count: number
  total?: number
  facets?: Counts
  banks: Bank[]
}

const get = async (path: string): Promise<Banks> => (await (await fetch(url + path)).json()) as Banks

const countsOf = (counted: readonly string[]): { value: string; count: number }[] =>
  [...Map.groupBy(counted, (value) => value)]
    .map(([value, group]) => ({ value, count: group.length }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))

test('a list with `region` has the banks of the state or county, alone and with other filters', async () => {
  for (const [country, region] of [
    ['us', 'TX'],
    ['ie', 'County Cork'],
  ] as const) {
    const query = `country=${country}&region=${encodeURIComponent(region)}`
    const all = await get(`/v1/banks?country=${country}`)
    const expected = all.banks.filter((bank) => bank.region === region)
    assert.ok(expected.length > 5)
    assert.deepEqual((await get(`/v1/banks?${query}`)).banks, expected)
    const unions = expected.filter(({ type }) => type === 'credit_union')
    assert.deepEqual((await get(`/v1/banks?${query}&type=credit_union`)).banks, unions)
    const { bytes } = await download(`${url}/v1/banks.csv?${query}`)
    assert.equal(readRows(bytes).length, expected.length)
  }
})

test('a list counts its banks on request, whatever its limit, and each count ignores the filter on its own field', async () => {
  const { banks } = await get('/v1/banks?country=us')
  const list = await get('/v1/banks?country=us&region=WY&limit=3&fields=id,region&facets=type,region')
  assertFits(bankFieldsListSchema, list)
  const inWyoming = banks.filter(({ region }) => region === 'WY')
  assert.deepEqual([list.count, list.total], [3, inWyoming.length])
  assert.deepEqual(list.facets, {
    type: countsOf(inWyoming.map(({ type }) => type)),
    region: countsOf(banks.flatMap(({ region }) => region ?? [])),
  })
  assert.deepEqual(Object.keys(await get('/v1/banks?country=us&limit=1')), ['country', 'revision', 'count', 'banks'])
})

test('a search with `region` finds only banks there', async () => {
  const found = await get('/v1/search?q=first+national&country=us&region=WY&limit=100&facets=region')
  assert.ok(found.banks.length > 0)
  assert.ok(found.banks.every(({ region }) => region === 'WY'))
  assert.equal(found.facets?.region?.find(({ value }) => value === 'WY')?.count, found.total)
})

test('an unknown region gets 400 with the known ones, and so does any region of a country without them', async () => {
  const message = async (path: string): Promise<string> => {
    const response = await fetch(url + path)
    assert.equal(response.status, 400, path)
    return response.text()
  }
  assert.match(await message('/v1/banks?country=us&region=Texas'), /a region of US as in the data: AK, .*TX/)
  assert.match(await message('/v1/search?q=bank&country=us&region=tx'), /a region of US/)
  assert.match(await message('/v1/banks?country=ng&region=TX'), /no region: the banks of NG have none/)
  // Named in the record of the country, but without a bank in the list.
  assert.equal((await fetch(`${url}/v1/banks?country=us&region=GU`)).status, 200)
})
