/** The methods of the client against the real service. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Bank, BankLookupClient, BankLookupError, type Codes } from '../../packages/client/src/index.ts'
import { startFaultProxy } from '../support/services/fault-proxy.ts'
import { shippedDirectory, startService } from '../support/services/service.ts'

const openClient = async (t: Parameters<typeof startService>[0]): Promise<BankLookupClient> =>
  new BankLookupClient({ baseUrl: (await startService(t)).url })

test('every lookup returns the JSON of the service', async (t) => {
  const { url } = await startService(t)
  const client = new BankLookupClient({ baseUrl: `${url}/` })
  const get = async (path: string): Promise<unknown> => (await fetch(`${url}${path}`)).json()
  const post = async (path: string, body: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  }
  const account = { country: 'ng', method: 'ng_nuban', fields: { bank: '044', account_number: '0690000031' } }
  assert.deepEqual(await client.supportedCountries(), await get('/v1/supported-countries/'))
  assert.deepEqual(await client.listBanks('gh'), await get('/v1/banks?country=gh'))
  assert.deepEqual(await client.getBank('ng-access-bank'), await get('/v1/banks/ng-access-bank'))
  assert.deepEqual(await client.search('acess & bnk'), await get('/v1/search?q=acess+%26+bnk'))
  const query = '?bank=in-dcb-bank&q=mum&limit=3&offset=2'
  const page = await client.listBranches('in-dcb-bank', { q: 'mum', limit: 3, offset: 2 })
  assert.deepEqual(page, await get(`/v1/branches${query}`))
  assert.deepEqual(await client.resolve('058'), await post('/v1/resolve', { identifier: '058' }))
  assert.deepEqual(await client.accountRequirements('ca'), await get('/v1/account-requirements?country=ca'))
  const served = await get('/v1/account-requirements?country=ca&test_accounts=true')
  assert.deepEqual(await client.accountRequirements('ca', { testAccounts: true }), served)
  assert.deepEqual(await client.checkAccount(account), await post('/v1/accounts/check', account))
  const pair = { identifier: 'DE89370400440532013000', bic: 'DEUTDEFF' }
  const { readings } = await client.resolve(pair.identifier, { bic: pair.bic })
  assert.equal(readings[0]?.bic_match, 'other_bank')
  const checked = { country: 'de', method: 'de_iban', fields: { iban: pair.identifier }, bic: pair.bic }
  assert.equal((await client.checkAccount(checked)).bic_match, 'other_bank')
  const { revision } = shippedDirectory()
  assert.deepEqual(await client.changes(revision), await get(`/v1/changes?since=${revision}`))
})

test('every option reaches the service', async (t) => {
  const client = await openClient(t)
  const menu = await client.listBanks('ng', {
    status: 'active',
    type: ['commercial_bank', 'mobile_money'],
    has: 'ng_nip',
    sort: 'prominence',
    fields: ['id', 'codes', 'type'],
  })
  assert.deepEqual(new Set(menu.banks.map(({ type }) => type)), new Set(['commercial_bank', 'mobile_money']))
  for (const bank of menu.banks) {
    assert.ok((bank.codes.ng_nip?.length ?? 0) > 0)
    assert.deepEqual(Object.keys(bank), ['id', 'type', 'codes'])
  }

  const options = { country: 'ng', status: 'active', type: 'commercial_bank' } as const
  const page = await client.search('bank', { ...options, limit: 4 })
  const second = await client.search('bank', { ...options, offset: 2, limit: 2 })
  assert.equal(page.count, 4)
  assert.deepEqual(second.banks, page.banks.slice(2))
  const { total, facets } = await client.search('bank', { ...options, limit: 1, facets: ['country', 'status'] })
  assert.deepEqual(facets?.country, [{ value: 'NG', count: total }])
  assert.equal(facets?.type, undefined)

  const { readings } = await client.resolve('058', { country: 'ng', fields: ['id', 'website'] })
  assert.deepEqual(Object.keys(readings[0]?.banks[0] ?? {}), ['id', 'website', 'relation', 'since'])
  const since = shippedDirectory().revision
  assert.equal((await client.changes(since, { country: 'gh' })).count, 0)
})

test('an error of the service has its code, status, sentence and request id', async (t) => {
  const client = await openClient(t)
  const error = await client.getBank('ng-nowhere').catch((reason: unknown) => reason)
  assert.ok(error instanceof BankLookupError && error instanceof Error)
  assert.deepEqual([error.name, error.code, error.status], ['BankLookupError', 'bank_unknown', 404])
  assert.match(error.message, /^Unknown bank "ng-nowhere"/)
  assert.match(error.requestId ?? '', /^[0-9a-z]{10}-[0-9a-z]+$/)
  await assert.rejects(client.listBanks('xx'), { code: 'country_unsupported', status: 404 })
  await assert.rejects(client.createRecord(), { code: 'key_missing', status: 401 })
})

test('the error response of a proxy is an unexpected response', async (t) => {
  const { url } = await startService(t)
  const html = { status: 502, headers: { 'content-type': 'text/html' }, text: '<h1>Bad Gateway</h1>' }
  const proxy = await startFaultProxy(t, url, [html, { status: 200, text: '<h1>Log in to this Wi-Fi</h1>' }])
  const client = new BankLookupClient({ baseUrl: proxy.url, retries: 0 })
  await assert.rejects(client.supportedCountries(), {
    code: 'unexpected_response',
    status: 502,
    message: `${proxy.url} returned status 502.`,
  })
  await assert.rejects(client.supportedCountries(), { code: 'unexpected_response', status: 200 })
  assert.equal(proxy.requests.length, 2)
})

test('the client exposes the data revision of the latest response, also of an error', async (t) => {
  const { revision } = shippedDirectory()
  for (const request of [
    (client: BankLookupClient) => client.search('access'),
    (client: BankLookupClient) => client.getBank('nowhere').catch(() => {}),
  ]) {
    const client = await openClient(t)
    assert.equal(client.revision, undefined)
    await request(client)
    assert.equal(client.revision, revision)
  }
})

test('a list that has not changed is not sent again, and the caller may change its copy', async (t) => {
  const { url } = await startService(t)
  const proxy = await startFaultProxy(t, url, [])
  const client = new BankLookupClient({ baseUrl: proxy.url })
  const first = await client.listBanks('gh')
  const { length } = first.banks
  first.banks.length = 0
  const second = await client.listBanks('gh')
  assert.equal(second.banks.length, length)
  const [asked, again] = proxy.requests.map(({ headers }) => headers['if-none-match'])
  assert.equal(asked, undefined)
  assert.match(again ?? '', /^"/)

  // Responses with account numbers have no ETag, and nothing of them is remembered.
  for (let round = 0; round < 2; round++) await client.resolve('0690000031', { country: 'ng' })
  for (const { headers } of proxy.requests.slice(2)) assert.equal(headers['if-none-match'], undefined)

  const forgetful = new BankLookupClient({ baseUrl: proxy.url, etagCharactersMax: 0 })
  for (let round = 0; round < 2; round++) await forgetful.listBanks('gh')
  for (const { headers } of proxy.requests.slice(4)) assert.equal(headers['if-none-match'], undefined)
})

test('a list of any length is cut at 1,000, and the results have its order', async (t) => {
  const { url } = await startService(t)
  const proxy = await startFaultProxy(t, url, [])
  const client = new BankLookupClient({ baseUrl: proxy.url })
  const { banks } = await client.listBanks('us', { has: 'us_aba', fields: ['id', 'codes'] })
  const identifiers = banks.flatMap(({ codes }) => codes.us_aba?.slice(0, 1) ?? []).slice(0, 2_300)
  assert.equal(identifiers.length, 2_300)
  const results = await client.resolve(identifiers, { country: 'us', fields: ['codes'] })
  assert.deepEqual(
    proxy.requests.slice(1).map(({ body }) => JSON.parse(body).identifiers.length),
    [1_000, 1_000, 300],
  )
  assert.deepEqual(
    results.map(({ readings }) => readings[0]?.canonical),
    identifiers,
  )
  assert.deepEqual(await client.resolve([]), [])
  assert.equal(proxy.requests.length, 4)
})

test('a list of accounts is also cut at the body limit of the service', async (t) => {
  const { url } = await startService(t)
  const proxy = await startFaultProxy(t, url, [])
  const client = new BankLookupClient({ baseUrl: proxy.url })
  const numbers = Array.from({ length: 1_200 }, (_, at) => String(at).padStart(10, '0'))
  const accounts = numbers.map((number) => ({
    country: 'ng',
    method: 'ng_nuban',
    fields: { bank: 'ng-access-bank', account_number: number.padEnd(70) },
  }))
  assert.ok(JSON.stringify(accounts.slice(0, 1_000)).length > 128 * 1024)
  const results = await client.checkAccounts(accounts)
  assert.deepEqual(
    results.map((result) => 'fields' in result && result.fields.account_number?.value),
    numbers,
  )
  assert.ok(proxy.requests.every(({ body }) => JSON.parse(body).accounts.length < 1_000))

  const shared = await client.checkAccounts(
    [{ fields: { bank: '044', account_number: '0690000031' } }, { fields: {} }],
    {
      country: 'ng',
      method: 'ng_nuban',
    },
  )
  const [valid, invalid] = shared
  assert.ok(valid && 'verdict' in valid && valid.verdict === 'valid')
  assert.ok(invalid && 'error' in invalid && invalid.error === 'field_missing')
})

test('the key is sent in a header, with an injected fetch', async (t) => {
  const { url } = await startService(t)
  const seen: [string, string | null][] = []
  const client = new BankLookupClient({
    baseUrl: 'https://banks.example/api//',
    key: 'blk_demo_x',
    fetch: (input, init) => {
      seen.push([String(input), new Headers(init?.headers).get('authorization')])
      return fetch(String(input).replace('https://banks.example/api', url), { ...init, headers: {} })
    },
  })
  await client.listBanks('va')
  assert.deepEqual(seen, [['https://banks.example/api/v1/banks?country=va', 'Bearer blk_demo_x']])
})

test('codes of known schemes are typed, and unknown schemes are allowed', () => {
  const codes: Codes = { ng_nip: ['000013'], xx_new: ['1'] }
  const known: string[] | undefined = codes.ng_nip
  const unknown: string[] | undefined = codes.xx_new
  assert.deepEqual([known, unknown], [['000013'], ['1']])
  const scheme: Bank['code_scheme'] = 'xx_new'
  assert.equal(scheme, 'xx_new')
})

test('an id that cannot be one is rejected before a request', async () => {
  const send = (): never => assert.fail('a request was sent')
  const client = new BankLookupClient({ baseUrl: 'https://banks.example', fetch: send })
  // Without types, a missing id is easily passed on.
  const ids = ['', '.', '..', '../healthz', 'ng_gtbank', 'ng-gtbank\n', 'ng gtbank', 'ng-gtbank?x', 'ñ', undefined]
  for (const id of ids) {
    const error = await client.getBank(id as string).catch((reason: unknown) => reason)
    assert.ok(error instanceof BankLookupError, id)
    assert.deepEqual([error.code, error.status], ['bank_unknown', 0], id)
    assert.ok(error.message.startsWith(`"${id}" is not a bank id`), error.message)
  }
})

test('a base URL that is not http or https is rejected at once', () => {
  for (const baseUrl of ['', 'localhost:8080', '/api', 'ftp://banks.example', 'http://']) {
    assert.throws(() => new BankLookupClient({ baseUrl }), {
      name: 'TypeError',
      message: `baseUrl must start with http:// or https://, but is "${baseUrl}".`,
    })
  }
  assert.ok(new BankLookupClient({ baseUrl: 'HTTPS://banks.example' }))
})

test('a base URL with a password or a query is rejected at once, without printing the password', () => {
  const rejection = (baseUrl: string): string => {
    try {
      new BankLookupClient({ baseUrl })
    } catch (error) {
      assert.ok(error instanceof TypeError, baseUrl)
      return error.message
    }
    return assert.fail(`${baseUrl} was accepted`)
  }
  const withPassword = [
    'http://user:secret@host',
    'user:secret@host',
    'https:\\\\user:secret@host/api',
    '//u:secret@host',
  ]
  for (const baseUrl of withPassword)
    assert.equal(rejection(baseUrl), 'baseUrl must have no user or password; send headers with the option fetch.')
  // Not where a URL has a password: it contains a slash.
  assert.equal(rejection('http://user:sec/ret@host'), 'baseUrl must be a URL.')
  for (const baseUrl of ['http://host/?x=1', 'http://host?', 'http://host/api#top'])
    assert.equal(rejection(baseUrl), `baseUrl must have no query and no fragment, but is "${baseUrl}".`)
  assert.ok(new BankLookupClient({ baseUrl: 'https://host/@scope/banks/' }))
})

test('an unknown option is an error before a request, with the names that the call accepts', async () => {
  const options: object = { contry: 'ng' }
  const client = new BankLookupClient({
    baseUrl: 'https://banks.example',
    fetch: () => assert.fail('a request was sent'),
  })
  const calls: Record<string, [string, () => Promise<unknown>]> = {
    supportedCountries: ['', () => client.supportedCountries(options)],
    listBanks: [
      'status, type, has, rail, region, sort, limit, fields, facets, ',
      () => client.listBanks('ng', options),
    ],
    getBank: ['', () => client.getBank('ng-gtbank', options)],
    search: ['country, status, type, has, rail, region, offset, limit, facets, ', () => client.search('gtb', options)],
    listBranches: ['q, offset, limit, ', () => client.listBranches('in-dcb-bank', options)],
    resolve: ['country, kinds, fields, bic, ', () => client.resolve('058', options)],
    'resolve of a list': ['country, kinds, fields, bic, ', () => client.resolve(['058'], options)],
    findNumbers: ['country, kinds, fields, bic, ', () => client.findNumbers('058', options)],
    accountRequirements: ['testAccounts, ', () => client.accountRequirements('ng', options)],
    checkAccount: ['', () => client.checkAccount({ country: 'ng', method: 'ng_nuban', fields: {} }, options)],
    checkAccounts: ['country, method, ', () => client.checkAccounts([{ fields: {} }], options)],
    changes: ['country, ', () => client.changes('1', options)],
    sync: ['country, since, everyMs, ', () => client.sync(options).next()],
    createRecord: ['idempotencyKey, ', () => client.createRecord(options)],
  }
  for (const [name, [own, call]] of Object.entries(calls)) {
    const message = `Unknown option "contry"; use one of ${own}signal, timeoutMs, retries.`
    await assert.rejects(call, { name: 'BankLookupError', code: 'parameter_unknown', status: 0, message }, name)
  }
  const misspelt = { baseUrl: 'https://banks.example', timeout: 5 }
  assert.throws(() => new BankLookupClient(misspelt), {
    name: 'TypeError',
    message:
      'Unknown option "timeout"; use one of baseUrl, key, fetch, timeoutMs, maxBytes, retries, retryAfterMaxMs, etagCharactersMax.',
  })
})
