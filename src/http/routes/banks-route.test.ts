import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFits } from '../../../test/support/schemas.ts'
import { postJson, shippedDirectory, startService } from '../../../test/support/services/service.ts'
import type { Bank } from '../../directory/records/bank-record.ts'
import { bankListSchema } from '../../directory/records/list-schemas.ts'
import { nameKey } from '../../directory/storage/name-order.ts'

interface BankList {
  country: string
  revision: string
  count: number
  banks: Bank[]
}

const lookUp = async (url: string, country: string): Promise<BankList> =>
  (await (await postJson(`${url}/v1/banks`, JSON.stringify({ country }))).json()) as BankList

test('every supported country has a list of open banks that fits the schema and the count of the country', async (t) => {
  const { url } = await startService(t)
  const { countries, revision } = shippedDirectory()
  for (const { code, bank_count } of countries) {
    const list = await lookUp(url, code.toLowerCase())
    assertFits(bankListSchema, list)
    assert.equal(list.country, code)
    assert.equal(list.revision, revision)
    assert.equal(list.count, bank_count)
    assert.equal(list.banks.length, bank_count)
    assert.ok(list.banks.every(({ status }) => status === 'active'))
  }
})

test('lists are sorted by name; the list of a region is sorted across its members', async (t) => {
  const { url } = await startService(t)
  for (const country of ['ng', 'eu']) {
    const keys = (await lookUp(url, country)).banks.map(({ name, id }) => `${nameKey(name)}\0${id}`)
    assert.deepEqual(keys, keys.toSorted())
  }
})

test('the list of the EU has the banks of 27 member states, each with its own country', async (t) => {
  const { url } = await startService(t)
  const europe = await lookUp(url, 'eu')
  assert.equal(new Set(europe.banks.map(({ country }) => country)).size, 27)
  const germany = await lookUp(url, 'de')
  assert.deepEqual(
    europe.banks.filter(({ country }) => country === 'DE'),
    germany.banks,
  )
})

test('a country code is case-insensitive, may have spaces around it, and may be UK or EL', async (t) => {
  const { url } = await startService(t)
  const codes = { NG: 'NG', nG: 'NG', ' ng\t': 'NG', UK: 'GB', uk: 'GB', el: 'GR' }
  for (const [input, code] of Object.entries(codes)) assert.equal((await lookUp(url, input)).country, code)
})

test('POST, GET and QUERY return the same bytes', async (t) => {
  const { url } = await startService(t)
  const posted = await (await postJson(`${url}/v1/banks`, '{"country":"ng"}')).text()
  const queried = await fetch(`${url}/v1/banks`, {
    method: 'QUERY',
    body: '{"country":"ng"}',
    headers: { 'Content-Type': 'application/json' },
  })
  assert.equal(queried.status, 200)
  assert.equal(await queried.text(), posted)
  assert.equal(await (await fetch(`${url}/v1/banks?country=ng`)).text(), posted)
})

test('`code` is the only current value in the first scheme of a bank, and null if there are several', async (t) => {
  const { url } = await startService(t)
  const nigeria = (await lookUp(url, 'ng')).banks
  const gtbank = nigeria.find(({ id }) => id === 'ng-gtbank')
  assert.equal(gtbank?.code, '058')
  assert.equal(gtbank?.code_scheme, 'ng_cbn')
  assert.deepEqual(gtbank?.codes.ng_cbn, ['058'])
  assert.deepEqual(gtbank?.codes.ng_nip, ['000013'])
  const chase = (await lookUp(url, 'us')).banks.find(({ id }) => id === 'us-jpmorgan-chase-bank')
  assert.equal(chase?.code, null)
  assert.equal(chase?.code_scheme, null)
  assert.ok(chase?.codes.us_aba?.includes('021000021'))
})

test('`status` selects the banks with that status, and `any` selects all', async (t) => {
  const { url } = await startService(t)
  const counts: Record<string, number> = {}
  for (const status of ['active', 'unverified', 'merged', 'closed', 'any']) {
    const response = await fetch(`${url}/v1/banks?country=gh&status=${status}`)
    const list = (await response.json()) as BankList
    assertFits(bankListSchema, list)
    assert.ok(list.banks.every((bank) => status === 'any' || bank.status === status))
    assert.equal(list.count, list.banks.length)
    counts[status] = list.count
  }
  const { active = 0, unverified = 0, merged = 0, closed = 0, any } = counts
  assert.equal(any, active + unverified + merged + closed)
  assert.ok(merged > 0 && closed > 0)
})

test('`type` selects the banks of that type', async (t) => {
  const { url } = await startService(t)
  const list = (await (await fetch(`${url}/v1/banks?country=ng&type=microfinance_bank`)).json()) as BankList
  assert.ok(list.count > 100)
  assert.ok(list.banks.every(({ type }) => type === 'microfinance_bank'))
  const none = (await (await fetch(`${url}/v1/banks?country=va&type=credit_union`)).json()) as BankList
  assert.deepEqual(none.banks, [])
})

test('several types select the banks of each type', async (t) => {
  const { url } = await startService(t)
  const get = async (type: string): Promise<BankList> =>
    (await (await fetch(`${url}/v1/banks?country=ng&type=${type}`)).json()) as BankList
  const [both, wallets, banks] = await Promise.all(
    ['mobile_money,commercial_bank', 'mobile_money', 'commercial_bank'].map(get),
  )
  assert.equal(both?.count, (wallets?.count ?? 0) + (banks?.count ?? 0))
  assert.deepEqual(new Set(both?.banks.map(({ type }) => type)), new Set(['mobile_money', 'commercial_bank']))
})

test('body fields other than the country are ignored, including __proto__', async (t) => {
  const { url } = await startService(t)
  const response = await postJson(`${url}/v1/banks`, '{"country":"ng","page":2,"__proto__":{"polluted":true}}')
  assert.equal(response.status, 200)
  assert.equal(({} as Record<string, unknown>).polluted, undefined)
})

const invalidRequests: [
  name: string,
  request: [path: string, init?: RequestInit],
  status: number,
  code: string,
  text: RegExp,
][] = [
  ['a missing country', ['/v1/banks'], 400, 'country_missing', /Missing "country"/],
  ['a repeated country', ['/v1/banks?country=ng&country=gh'], 400, 'country_malformed', /\["ng","gh"\]/],
  ['two countries in one', ['/v1/banks?country=ng,gh'], 400, 'country_malformed', /"ng,gh"/],
  [
    'a misspelt country',
    ['/v1/banks?country=Nigera'],
    404,
    'country_unsupported',
    /"Nigera"; did you mean Nigeria \(ng\)\?/,
  ],
  ['an unsupported country', ['/v1/banks?country=xx'], 404, 'country_unsupported', /"XX".*NG, GH, ZA, US, EU/],
  [
    'an unknown parameter',
    ['/v1/banks?country=ng&page=5'],
    400,
    'parameter_unknown',
    /"page".*country, status, type, has, rail, region, sort, limit, fields, facets/,
  ],
  ['an unknown status', ['/v1/banks?country=ng&status=open'], 400, 'parameter_malformed', /"open".*active, unverified/],
  ['an unknown type', ['/v1/banks?country=ng&type=bank'], 400, 'parameter_malformed', /"bank".*commercial_bank/],
  ['a repeated status', ['/v1/banks?country=ng&status=any&status=any'], 400, 'parameter_malformed', /\["any","any"\]/],
  [
    'a country in the URL of a QUERY',
    [
      '/v1/banks?country=ng',
      { method: 'QUERY', body: '{"country":"ng"}', headers: { 'Content-Type': 'application/json' } },
    ],
    400,
    'parameter_unknown',
    /"country"; this endpoint accepts status, type, has, rail, region, sort, limit, fields/,
  ],
]

for (const [name, [path, init], status, code, text] of invalidRequests) {
  test(`${name} gets ${status} ${code}`, async (t) => {
    const { url } = await startService(t)
    const response = await fetch(`${url}${path}`, init)
    assert.equal(response.status, status)
    assert.equal(response.headers.get('error-code'), code)
    assert.match(await response.text(), text)
  })
}
