import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CheckedAccount, checkResultSchema } from '../../src/directory/accounts/check/account-check-schema.ts'
import { assertFits } from '../support/schemas.ts'
import { postJson, startService } from '../support/services/service.ts'

const path = '/v1/accounts/check'
const fields = { routing_number: '021000021', account_number: '123456789', account_type: 'checking' }
const account = { country: 'us', method: 'us_ach', fields }

test('POST /v1/accounts/check checks an account and forbids caching', async (t) => {
  const { url } = await startService(t)
  const response = await postJson(`${url}${path}`, JSON.stringify(account))
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const result = (await response.json()) as CheckedAccount
  assertFits(checkResultSchema, result)
  assert.deepEqual([result.verdict, result.bank?.id], ['valid', 'us-jpmorgan-chase-bank'])
})

test('a batch of 1,000 returns results in order, and an error in one account does not affect the others', async (t) => {
  const { url } = await startService(t)
  const { country, method } = account
  const items = [{ fields }, { fields: {} }, 5, { country: 'xx', fields }, { method: 'x', fields }]
  const errors = [undefined, 'field_missing', 'account_malformed', 'country_unsupported', 'payment_method_unknown']
  const accounts = Array.from({ length: 1_000 }, (_, at) => items[at % items.length])
  const response = await postJson(`${url}${path}`, JSON.stringify({ country, method, accounts }))
  const body = (await response.json()) as { results: { verdict?: string; error?: string; message?: string }[] }
  assert.equal(response.status, 200)
  assertFits(checkResultSchema, body)
  assert.equal(body.results.length, 1_000)
  for (const [at, { verdict, error, message }] of body.results.entries()) {
    assert.equal(error, errors[at % items.length])
    assert.equal(verdict, at % items.length === 0 ? 'valid' : undefined)
    if (error !== undefined) assert.match(message ?? '', /\.$/)
  }
})

test('a BIC is compared with the bank of each account, and a missing or wrong one is no error', async (t) => {
  const { url } = await startService(t)
  const iban = { iban: 'DE89370400440532013000' }
  const bics = ['COBADEFFXXX', 'COBADEHH', 'DEUTDEFF', 'QQQQAQQQ', 'COBADEF', '', null, 5]
  const accounts = [...bics.map((bic) => ({ fields: iban, bic })), { fields: iban }]
  const response = await postJson(`${url}${path}`, JSON.stringify({ country: 'de', method: 'de_iban', accounts }))
  const body = (await response.json()) as { results: (CheckedAccount & { error?: string })[] }
  assertFits(checkResultSchema, body)
  const matches = ['same', 'same_bank', 'other_bank', 'unknown', 'invalid', null, null, 'field_malformed', null]
  assert.deepEqual(
    body.results.map(({ bic_match, error }) => error ?? bic_match),
    matches,
  )
  assert.equal(body.results[1]?.bic_note, 'COBADEHH is a BIC of Commerzbank. Use COBADEFF for this account.')
})

test('an account with a wrong field is not compared with a BIC', async (t) => {
  const { url } = await startService(t)
  const wrong = { iban: 'DE89370400440532013001' }
  const request = { country: 'de', method: 'de_iban', fields: wrong, bic: 'COBADEFF' }
  const response = await postJson(`${url}${path}`, JSON.stringify(request))
  const { verdict, bic_match } = (await response.json()) as CheckedAccount
  assert.deepEqual([verdict, bic_match], ['invalid', 'unknown'])
})

test('a batch counts as one request per 20 accounts', async (t) => {
  const { url } = await startService(t, { quotas: { anonymous: 60, keyed: 60 } })
  const send = async (count: number) => {
    const response = await postJson(`${url}${path}`, JSON.stringify({ accounts: Array(count).fill(account) }))
    await response.arrayBuffer()
    const left = /r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]
    return [response.status, response.headers.get('error-code'), Number(left)]
  }
  assert.deepEqual(await send(20), [200, null, 59])
  assert.deepEqual(await send(21), [200, null, 57])
  assert.deepEqual(await send(900), [200, null, 12])
  assert.deepEqual(await send(400), [429, 'batch_limited', 11])
})

const wrongBodies: [body: unknown, status: number, code: string][] = [
  [{ country: 'us', method: 'us_ach' }, 400, 'account_missing'],
  [{ ...account, accounts: [account] }, 400, 'account_twice'],
  [{ accounts: [] }, 400, 'accounts_malformed'],
  [{ accounts: account }, 400, 'accounts_malformed'],
  [{ accounts: Array(1_001).fill({}) }, 400, 'accounts_malformed'],
  [{ ...account, fields: 'x' }, 400, 'account_malformed'],
  [{ ...account, fields: ['x'] }, 400, 'account_malformed'],
  [{ ...account, country: undefined }, 400, 'country_missing'],
  [{ ...account, country: 'us1' }, 400, 'country_malformed'],
  [{ ...account, country: 'xx' }, 404, 'country_unsupported'],
  [{ ...account, method: undefined }, 400, 'payment_method_missing'],
  [{ ...account, method: 'ca_eft' }, 400, 'payment_method_unknown'],
  [{ ...account, fields: { ...fields, account_number: undefined } }, 400, 'field_missing'],
  [{ ...account, fields: { ...fields, account_number: null } }, 400, 'field_missing'],
  [{ ...account, fields: { ...fields, account_number: ' ' } }, 400, 'field_missing'],
  [{ ...account, fields: { ...fields, account_number: 1 } }, 400, 'field_malformed'],
  [{ ...account, fields: { ...fields, account_number: '1'.repeat(101) } }, 400, 'field_malformed'],
  [{ ...account, fields: { ...fields, colour: 'red' } }, 400, 'field_unknown'],
  [{ ...account, fields: JSON.parse('{"__proto__":{"account_number":"1"}}') }, 400, 'field_unknown'],
  [{ ...account, bic: 5 }, 400, 'field_malformed'],
  [{ ...account, bic: ['COBADEFF'] }, 400, 'field_malformed'],
  [{ ...account, bic: 'C'.repeat(101) }, 400, 'field_malformed'],
  [[account], 400, 'body_not_object'],
  [{ ...account, more: '1'.repeat(140_000) }, 413, 'body_too_large'],
]

for (const [body, status, code] of wrongBodies) {
  const text = JSON.stringify(body)
  test(`POST ${path} ${text.slice(0, 60)} gets ${status} ${code}`, async (t) => {
    const { url } = await startService(t)
    const response = await postJson(`${url}${path}`, text)
    assert.deepEqual([response.status, response.headers.get('error-code')], [status, code])
  })
}

test('an account number never appears in a log line or an error, and is not accepted in a URL', async (t) => {
  let lines = ''
  const stream = {
    write: (line: string) => {
      lines += line
    },
  }
  const { url } = await startService(t, { log: { level: 'trace', stream } })
  const secret = '31926819'
  const secretFields = { ...fields, account_number: secret }
  const bodies = [
    { ...account, fields: secretFields },
    { ...account, method: 'x', fields: secretFields },
    { ...account, fields: { account_number: secret } },
    { ...account, fields: { ...fields, account_number: [secret] } },
    { accounts: [{ ...account, fields: secretFields }] },
  ]
  for (const body of bodies) {
    const response = await postJson(`${url}${path}`, JSON.stringify(body))
    if (response.status !== 200) assert.ok(!(await response.text()).includes(secret))
  }
  const byUrl = await fetch(`${url}${path}?account_number=${secret}`)
  assert.equal(byUrl.status, 405)
  assert.match(lines, /\/v1\/accounts\/check/)
  assert.ok(!lines.includes(secret))
})
