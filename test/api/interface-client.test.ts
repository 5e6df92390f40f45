/**
 * A client written from the interface alone: it knows two paths, one header and one field, takes 200 for success and
 * reads anything else as text. It must work whatever we add.
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

  async #read(answer: Promise<Response>): Promise<unknown> {
    const response = await answer
    if (response.status !== 200) throw new Error(await response.text())
    return response.json()
  }
}

/** The interface gives no code for Tanzania and Uganda; a client finds them in the list. */
const named = [
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
const given = ['ng', 'gh', 'za', 'us', 'eu', 'ca', 'gb']

test('the client asks for the countries by any method it may have guessed', async (t) => {
  const client = new Client((await startService(t)).url)
  for (const init of [{}, { method: 'POST' }, { method: 'POST', body: '{}' }]) {
    const text = JSON.stringify(await client.supportedCountries(init))
    for (const name of named) assert.ok(text.includes(name), name)
    for (const code of given) assert.ok(text.includes(`"${code.toUpperCase()}"`), code)
  }
})

test('the client gets the banks of all nine countries by lower-case codes', async (t) => {
  const client = new Client((await startService(t)).url)
  for (const country of [...given, 'tz', 'ug']) {
    const text = JSON.stringify(await client.banks(country))
    assert.ok(text.length > 10_000, country)
  }
  assert.match(JSON.stringify(await client.banks('ng')), /GTBank.*058/)
})

test('the client reads why it failed as text', async (t) => {
  const client = new Client((await startService(t)).url)
  await assert.rejects(client.banks('zz'), /not supported; supported are NG, GH, ZA, US, EU, CA, GB, TZ, UG/)
  await assert.rejects(client.banks(undefined), /"country" is missing/)
})

test('the root answers', async (t) => {
  assert.equal(await new Client((await startService(t)).url).root(), 200)
})

test('no path of the interface ever redirects or answers with an empty success', async (t) => {
  const { url } = await startService(t)
  const paths = [
    '/',
    '/v1/supported-countries',
    '/v1/supported-countries/',
    '/v1/banks?country=ng',
    '/v1/banks/?country=ng',
  ]
  for (const path of paths) {
    const answer = await fetch(`${url}${path}`, { redirect: 'manual' })
    assert.equal(answer.status, 200, path)
    assert.ok((await answer.text()).length > 0)
  }
})
