import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFits } from '../../../test/support/schemas.ts'
import { startService } from '../../../test/support/services/service.ts'
import { supportedCountriesSchema } from '../../directory/records/list-schemas.ts'

test('the nine countries of the interface come first, in its order', async (t) => {
  const { url } = await startService(t)
  const response = await fetch(`${url}/v1/supported-countries/`)
  const { count, countries } = (await response.json()) as { count: number; countries: { code: string }[] }
  assert.deepEqual(
    countries.slice(0, 9).map(({ code }) => code),
    ['NG', 'GH', 'ZA', 'US', 'EU', 'CA', 'GB', 'TZ', 'UG'],
  )
  assert.equal(count, 145)
  assert.equal(countries.length, count)
})

test('the response fits its schema', async (t) => {
  const { url } = await startService(t)
  assertFits(supportedCountriesSchema, await (await fetch(`${url}/v1/supported-countries/`)).json())
})

test('GET, POST and QUERY, with any body of any type or none, with and without the slash, return the same', async (t) => {
  const { url } = await startService(t)
  const expected = await (await fetch(`${url}/v1/supported-countries/`)).text()
  const requests: RequestInit[] = [
    { method: 'GET' },
    { method: 'POST' },
    { method: 'POST', body: '{"x":1}', headers: { 'Content-Type': 'application/json' } },
    { method: 'POST', body: 'not json', headers: { 'Content-Type': 'application/json' } },
    { method: 'POST', body: 'a=b', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
    { method: 'POST', body: 'x', headers: { 'Content-Type': 'nonsense' } },
    { method: 'QUERY' },
    { method: 'QUERY', body: '{}', headers: { 'Content-Type': 'application/json' } },
  ]
  for (const path of ['/v1/supported-countries', '/v1/supported-countries/', '/v1/supported-countries/?fresh=1']) {
    for (const request of requests) {
      const response = await fetch(`${url}${path}`, request)
      assert.equal(response.status, 200)
      assert.equal(await response.text(), expected)
    }
  }
})

test('HEAD returns the headers of GET and no body', async (t) => {
  const { url } = await startService(t)
  const plain = { headers: { 'Accept-Encoding': 'identity' } }
  const [head, get] = await Promise.all(
    ['HEAD', 'GET'].map((method) => fetch(`${url}/v1/supported-countries/`, { method, ...plain })),
  )
  assert.equal(head?.status, 200)
  assert.equal(await head?.text(), '')
  assert.equal(head?.headers.get('content-length'), String((await get?.arrayBuffer())?.byteLength))
  assert.equal(head?.headers.get('etag'), get?.headers.get('etag'))
})

test('a country has the name of the interface and a display name, which differ only for EU and GB', async (t) => {
  const { url } = await startService(t)
  const response = await (await fetch(`${url}/v1/supported-countries/`)).json()
  const { countries } = response as { countries: { code: string; name: string; display_name: string }[] }
  const renamed = countries.filter((country) => country.display_name !== country.name)
  assert.deepEqual(
    renamed.map(({ name, display_name }) => [name, display_name]),
    [
      ['Europe', 'European Union'],
      ['London (United Kingdom)', 'United Kingdom'],
    ],
  )
})

test('a region lists its members and counts their banks', async (t) => {
  const { url } = await startService(t)
  const response = await (await fetch(`${url}/v1/supported-countries/`)).json()
  const { countries } = response as { countries: { code: string; members: string[] | null; bank_count: number }[] }
  const europe = countries.find(({ code }) => code === 'EU')
  assert.equal(europe?.members?.length, 27)
  const members = countries.filter(({ code }) => europe?.members?.includes(code))
  assert.equal(
    europe?.bank_count,
    members.reduce((sum, { bank_count }) => sum + bank_count, 0),
  )
})
