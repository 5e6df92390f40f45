import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFits } from '../../../test/support/schemas.ts'
import { postJson, shippedDirectory, startService } from '../../../test/support/services/service.ts'
import {
  type AccountRequirements,
  accountRequirementsSchema,
} from '../../directory/records/account-requirements-record.ts'

const path = '/v1/account-requirements'

const readJson = async (response: Response): Promise<AccountRequirements> =>
  (await response.json()) as AccountRequirements

test('every supported country has payment methods, and the response fits its schema', async (t) => {
  const { url } = await startService(t)
  const { countries, revision } = shippedDirectory()
  for (const { code } of countries) {
    const requirements = await readJson(await fetch(`${url}${path}?country=${code}`))
    assertFits(accountRequirementsSchema, requirements)
    assert.equal(requirements.country, code)
    assert.equal(requirements.revision, revision)
    assert.ok(requirements.count > 0, `${code} has no payment method`)
    assert.equal(requirements.methods.length, requirements.count)
  }
})

test('GET, POST and QUERY return the same bytes, with and without the slash, for any spelling of the code', async (t) => {
  const { url } = await startService(t)
  const expected = await (await fetch(`${url}${path}?country=gb`)).text()
  for (const country of ['gb', 'GB', 'uk']) {
    assert.equal(await (await fetch(`${url}${path}/?country=${country}`)).text(), expected)
    const body = JSON.stringify({ country })
    assert.equal(await (await postJson(`${url}${path}`, body)).text(), expected)
    const query = { method: 'QUERY', body, headers: { 'Content-Type': 'application/json' } }
    assert.equal(await (await fetch(`${url}${path}`, query)).text(), expected)
  }
})

test('the response is compressed, cacheable and conditional', async (t) => {
  const { url } = await startService(t)
  const request = { headers: { 'Accept-Encoding': 'br' } }
  const first = await fetch(`${url}${path}?country=ca`, request)
  assert.equal(first.headers.get('content-encoding'), 'br')
  assert.equal(first.headers.get('cache-control'), 'public, max-age=300')
  const headers = { ...request.headers, 'If-None-Match': first.headers.get('etag') ?? '' }
  assert.equal((await fetch(`${url}${path}?country=ca`, { headers })).status, 304)
  assert.equal((await fetch(`${url}${path}?country=us`, { headers })).status, 200)
})

const faults: [fault: string, query: string, status: number, code: string][] = [
  ['no country', '', 400, 'country_missing'],
  ['a malformed country', '?country=ca1', 400, 'country_malformed'],
  ['an unsupported country', '?country=aq', 404, 'country_unsupported'],
  ['an answer that is neither true nor false', '?country=ca&test_accounts=yes', 400, 'parameter_malformed'],
  ['an unknown parameter', '?country=ca&method=ca_eft', 400, 'parameter_unknown'],
]

for (const [fault, query, status, code] of faults) {
  test(`a request with ${fault} gets ${status} ${code}`, async (t) => {
    const { url } = await startService(t)
    const response = await fetch(`${url}${path}${query}`)
    assert.deepEqual([response.status, response.headers.get('error-code')], [status, code])
  })
}

test('only a request for test accounts has them, and the response is cached', async (t) => {
  const { url } = await startService(t)
  for (const query of ['', '&test_accounts=false']) {
    const { methods } = await readJson(await fetch(`${url}${path}?country=ng${query}`))
    assert.ok(methods.every((method) => !('test_accounts' in method)))
  }
  const first = await fetch(`${url}${path}?country=ng&test_accounts=true`)
  const requirements = await readJson(first)
  assertFits(accountRequirementsSchema, requirements)
  assert.ok(requirements.methods.every((method) => method.test_accounts?.length))
  const headers = { 'If-None-Match': first.headers.get('etag') ?? '' }
  assert.equal((await fetch(`${url}${path}?country=ng&test_accounts=true`, { headers })).status, 304)
})

test('a body without a country, or with one that is not supported, is an error', async (t) => {
  const { url } = await startService(t)
  const errorOf = async (body: string): Promise<unknown[]> => {
    const { status, headers } = await postJson(`${url}${path}`, body)
    return [status, headers.get('error-code')]
  }
  assert.deepEqual(await errorOf('{}'), [400, 'country_missing'])
  assert.deepEqual(await errorOf('{"country":"aq"}'), [404, 'country_unsupported'])
  assert.deepEqual(await errorOf('country=ca'), [400, 'body_not_json'])
})
