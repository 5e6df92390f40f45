import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postJson, startService } from '../support/services/service.ts'

/** Every endpoint with a country, called with `country` as the caller spells it. */
const endpoints: [name: string, send: (url: string, country: string) => Promise<Response>][] = [
  ['POST /v1/banks', (url, country) => postJson(`${url}/v1/banks`, JSON.stringify({ country }))],
  [
    'QUERY /v1/banks',
    (url, country) =>
      fetch(`${url}/v1/banks?fields=id`, {
        method: 'QUERY',
        body: JSON.stringify({ country }),
        headers: { 'Content-Type': 'application/json' },
      }),
  ],
  ['GET /v1/banks', (url, country) => fetch(`${url}/v1/banks?country=${encodeURIComponent(country)}`)],
  [
    'GET /v1/banks, filtered',
    (url, country) => fetch(`${url}/v1/banks?has=code&country=${encodeURIComponent(country)}`),
  ],
  ['GET /v1/banks.csv', (url, country) => fetch(`${url}/v1/banks.csv?country=${encodeURIComponent(country)}`)],
  ['GET /v1/banks.xlsx', (url, country) => fetch(`${url}/v1/banks.xlsx?country=${encodeURIComponent(country)}`)],
  ['GET /v1/search', (url, country) => fetch(`${url}/v1/search?q=access&country=${encodeURIComponent(country)}`)],
  ['POST /v1/resolve', (url, country) => postJson(`${url}/v1/resolve`, JSON.stringify({ identifier: '058', country }))],
  [
    'GET /v1/account-requirements',
    (url, country) => fetch(`${url}/v1/account-requirements?country=${encodeURIComponent(country)}`),
  ],
  [
    'POST /v1/account-requirements',
    (url, country) => postJson(`${url}/v1/account-requirements`, JSON.stringify({ country })),
  ],
  [
    'POST /v1/accounts/check',
    (url, country) => {
      const fields = { bank: '058', account_number: '0000014579' }
      return postJson(`${url}/v1/accounts/check`, JSON.stringify({ country, method: 'ng_nuban', fields }))
    },
  ],
]

/** The response apart from headers that differ on every request. */
async function essence(response: Response): Promise<object> {
  const { status, headers } = response
  // The first response may be sent before the list is compressed, which the end of the ETag says.
  const etag = headers.get('etag')?.replace(/-\w+"$/, '"')
  return { status, etag, file: headers.get('content-disposition'), body: await response.text() }
}

for (const [name, send] of endpoints) {
  test(`${name} returns the same for a two-letter code, a three-letter code and a name`, async (t) => {
    const { url } = await startService(t)
    const expected = await essence(await send(url, 'ng'))
    for (const input of ['nga', 'Nigeria', ' NIGERIA ']) {
      assert.deepEqual(await essence(await send(url, input)), expected, input)
    }
  })

  test(`${name} suggests a country for a misspelt name`, async (t) => {
    const { url } = await startService(t)
    const response = await send(url, 'Nigera')
    assert.equal(response.status, 404)
    assert.equal(response.headers.get('error-code'), 'country_unsupported')
    assert.equal(
      await response.text(),
      'Unsupported country "Nigera"; did you mean Nigeria (ng)? GET /v1/supported-countries/ lists all countries.\n',
    )
  })
}

test('GET /v1/changes accepts a name', async (t) => {
  const { url } = await startService(t)
  const since = (await fetch(`${url}/v1/banks?country=va`)).headers.get('data-revision')
  const lists = await Promise.all(
    ['ng', 'nga', 'nigeria'].map(async (country) =>
      (await fetch(`${url}/v1/changes?since=${since}&country=${country}`)).text(),
    ),
  )
  assert.match(lists[0] ?? '', /"changes":\[/)
  assert.equal(new Set(lists).size, 1)
})
