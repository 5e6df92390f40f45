/**
 * A client written from the interface alone: it knows two paths, one header and one field, treats 200 as success and reads
 * any other response as text. It must keep working whatever we add.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../support/services/service.ts'

class Client {
  readonly #baseUrl: string

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl
  }

  supportedCountries(init?: RequestInit): Promise<unknown> {
    return this.#read(fetch(`${this.#baseUrl}/v1/supported-countries/`, init))
  }

  banks(country?: string): Promise<unknown> {
    const body = JSON.stringify({ country })
    const headers = { 'Content-Type': 'application/json' }
    return this.#read(fetch(`${this.#baseUrl}/v1/banks`, { method: 'POST', headers, body }))
  }

  root(): Promise<number> {
    return fetch(`${this.#baseUrl}/`).then(({ status }) => status)
  }

  async #read(pending: Promise<Response>): Promise<unknown> {
    const response = await pending
    if (response.status !== 200) throw new Error(await response.text())
    return response.json()
  }
}

/** The interface gives no code for Tanzania and Uganda; a client finds their codes in the list of countries. */
const countryNames = [
  'Nigeria',
  'Ghana',
  'South Africa',
  'United States',
  'Europe',
  'Canada',
  'United Kingdom',
  'Tanzania',
  'Uganda',
]
const countryCodes = ['ng', 'gh', 'za', 'us', 'eu', 'ca', 'gb']

test('the client gets the countries by any plausible method', async (t) => {
  const client = new Client((await startService(t)).url)
  for (const init of [{}, { method: 'POST' }, { method: 'POST', body: '{}' }]) {
    const text = JSON.stringify(await client.supportedCountries(init))
    for (const name of countryNames) assert.ok(text.includes(name), name)
    for (const code of countryCodes) assert.ok(text.includes(`"${code.toUpperCase()}"`), code)
  }
})

test('the client gets the banks in all nine countries by lower-case codes', async (t) => {
  const client = new Client((await startService(t)).url)
  for (const country of [...countryCodes, 'tz', 'ug']) {
    const text = JSON.stringify(await client.banks(country))
    assert.ok(text.length > 10_000, country)
  }
  assert.match(JSON.stringify(await client.banks('ng')), /GTBank.*058/)
})

test('the client reads error messages as text', async (t) => {
  const client = new Client((await startService(t)).url)
  await assert.rejects(client.banks('zz'), /Unsupported country "ZZ"; use one of NG, GH, ZA, US, EU, CA, GB, TZ, UG/)
  await assert.rejects(client.banks(undefined), /Missing "country"/)
})

test('the root returns 200', async (t) => {
  assert.equal(await new Client((await startService(t)).url).root(), 200)
})

test('no path of the interface redirects or returns an empty 200', async (t) => {
  const { url } = await startService(t)
  const paths = [
    '/',
    '/v1/supported-countries',
    '/v1/supported-countries/',
    '/v1/banks?country=ng',
    '/v1/banks/?country=ng',
  ]
  for (const path of paths) {
    const response = await fetch(`${url}${path}`, { redirect: 'manual' })
    assert.equal(response.status, 200, path)
    assert.ok((await response.text()).length > 0)
  }
})
