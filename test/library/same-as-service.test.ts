import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { cacheDir } from '../../src/bin/paths.ts'
import { type BankDirectory, openDirectory } from '../../src/library/index.ts'
import { allMethods, examplesOf } from '../accounts/account-helpers.ts'
import { postJson, startService } from '../support/services/service.ts'
import { wholeProcess } from '../support/whole-process-context.ts'

let directory: BankDirectory
let url: string

before(async () => {
  directory = await openDirectory({ cacheDir })
  url = (await startService(wholeProcess)).url
})

const get = async (path: string): Promise<unknown> => (await fetch(url + path)).json()
const post = async (path: string, body: object): Promise<unknown> =>
  (await postJson(url + path, JSON.stringify(body))).json()

test('the revision and the countries are those of the service', async () => {
  const { revision, countries, regions, build } = directory
  assert.deepEqual(
    { revision, count: countries.length, countries, regions, build },
    await get('/v1/supported-countries/'),
  )
})

test('every list of banks is that of the service', async () => {
  for (const { code } of [...directory.countries, ...directory.regions]) {
    const { banks } = (await get(`/v1/banks?country=${code}`)) as { banks: unknown }
    assert.deepEqual(directory.listBanks(code), banks, code)
  }
})

const lists: [query: string, country: string, options: Parameters<BankDirectory['listBanks']>[1]][] = [
  ['country=ng&status=any', 'ng', { status: 'any' }],
  ['country=ng&status=merged', 'NG', { status: 'merged' }],
  ['country=ng&has=ng_nip&sort=prominence', 'nga', { has: 'ng_nip', sort: 'prominence' }],
  ['country=us&type=credit_union', 'United States', { types: ['credit_union'] }],
  [
    'country=eu&type=central_bank,savings_bank&has=code',
    'eu',
    { types: ['central_bank', 'savings_bank'], has: 'code' },
  ],
  ['country=gb&type=official_institution', 'uk', { types: ['official_institution'] }],
  ['country=br&rail=br_pix', 'br', { rail: 'br_pix' }],
]

for (const [query, country, options] of lists) {
  test(`the list of ${query} is that of the service`, async () => {
    const { banks } = (await get(`/v1/banks?${query}`)) as { banks: unknown }
    assert.deepEqual(directory.listBanks(country, options), banks)
  })
}

test('every hundredth bank has the details that the service returns', async () => {
  const ids = directory.countries
    .filter(({ kind }) => kind === 'country')
    .flatMap(({ code }) => directory.listBanks(code, { status: 'any' }).map(({ id }) => id))
  const chosen = ids.filter((_, at) => at % 100 === 0)
  assert.ok(chosen.length > 100)
  for (const id of chosen) assert.deepEqual(directory.findBank(id), await get(`/v1/banks/${id}`), id)
})

const searches: [query: string, text: string, options?: Parameters<BankDirectory['search']>[1]][] = [
  ['q=gtb', 'gtb'],
  ['q=acess+bnk&country=ng', 'acess bnk', { country: 'ng' }],
  ['q=021000021', '021000021'],
  ['q=bank&limit=100&offset=200', 'bank', { limit: 100, offset: 200 }],
  ['q=sparkasse+köln&country=eu&status=active', 'sparkasse köln', { country: 'eu', status: 'active' }],
  [
    'q=first+national&type=credit_union,commercial_bank',
    'first national',
    { types: ['credit_union', 'commercial_bank'] },
  ],
  ['q=三菱', '三菱'],
  ['q=lagos&country=Nigeria&limit=3', 'lagos', { country: 'Nigeria', limit: 3 }],
  ['q=no+such+bank+anywhere+qqq', 'no such bank anywhere qqq'],
]

for (const [query, text, options] of searches) {
  test(`a search for ${query} is that of the service`, async () => {
    const { banks } = (await get(`/v1/search?${query}`)) as { banks: unknown }
    assert.deepEqual(directory.search(text, options), banks)
  })
}

const branchPages: [query: string, bank: string, options?: Parameters<BankDirectory['listBranches']>[1]][] = [
  ['bank=in-dcb-bank', 'in-dcb-bank'],
  ['bank=in-dcb-bank&q=mum&limit=3&offset=2', 'in-dcb-bank', { query: 'mum', limit: 3, offset: 2 }],
  ['bank=au-anz-bank&limit=100', 'au-anz-bank', { limit: 100 }],
  ['bank=jp-mizuho-bank&q=', 'jp-mizuho-bank', { query: '' }],
]

for (const [query, bank, options] of branchPages) {
  test(`the branches of ${query} are those of the service`, async () => {
    assert.deepEqual(directory.listBranches(bank, options), await get(`/v1/branches?${query}`))
  })
}

const identifiers: [identifier: string, country?: string][] = [
  ['058'],
  ['058', 'ng'],
  ['DE89 3704 0044 0532 0130 00'],
  ['GB29 NWBK 6016 1331 9268 19', 'uk'],
  ['COBADEFF'],
  ['021000021'],
  ['20-29-59'],
  ['//CC000401372'],
  ['0690000031', 'ng'],
  ['5493001KJTIIGC8Y1R12'],
  ['ng-gtbank'],
  ['032180000118359719', 'mx'],
  ['DE00 3704 0044 0532 0130 00'],
  ['no identifier at all'],
  ['3300 0006196', 'se'],
  ['YESB0DNB002'],
  ['HDFC0009999'],
  ['BSB 012-003'],
]

for (const [identifier, country] of identifiers) {
  test(`${identifier}${country ? ` in ${country}` : ''} is resolved as in the service`, async () => {
    assert.deepEqual(directory.resolve(identifier, { country }), await post('/v1/resolve', { identifier, country }))
  })
}

for (const bic of ['COBADEFFXXX', 'DEUTDEFF', 'COBADEF', '', null]) {
  test(`the BIC ${bic} is compared as in the service`, async () => {
    const iban = 'DE89370400440532013000'
    assert.deepEqual(directory.resolve(iban, { bic }), await post('/v1/resolve', { identifier: iban, bic }))
    const account = { country: 'de', method: 'de_iban', fields: { iban }, bic }
    assert.deepEqual(directory.checkAccount(account), await post('/v1/accounts/check', account))
  })
}

test('the account requirements of every country are those of the service', async () => {
  for (const { code } of directory.countries) {
    assert.deepEqual(directory.accountRequirements(code), await get(`/v1/account-requirements?country=${code}`), code)
  }
})

test('the test accounts of every country are those of the service', async () => {
  for (const { code } of directory.countries) {
    const served = await get(`/v1/account-requirements?country=${code}&test_accounts=true`)
    assert.deepEqual(directory.accountRequirements(code, { testAccounts: true }), served, code)
  }
})

test('the examples of every payment method are checked as in the service', async () => {
  for (const method of allMethods()) {
    const account = { country: method.id.slice(0, 2), method: method.id, fields: examplesOf(method) }
    assert.deepEqual(directory.checkAccount(account), await post('/v1/accounts/check', account), method.id)
  }
})

/** Requests with an error, and the call with the same error. Only the service names requests in its message. */
const errors: [path: string, body: object | undefined, call: (directory: BankDirectory) => unknown][] = [
  ['/v1/banks?country=xx', undefined, (open) => open.listBanks('xx')],
  ['/v1/banks?country=Nigera', undefined, (open) => open.listBanks('Nigera')],
  ['/v1/banks', undefined, (open) => open.listBanks(undefined as never)],
  ['/v1/banks?country=n1', undefined, (open) => open.listBanks('n1')],
  ['/v1/banks?country=ng&status=open', undefined, (open) => open.listBanks('ng', { status: 'open' as never })],
  ['/v1/banks?country=ng&sort=size', undefined, (open) => open.listBanks('ng', { sort: 'size' as never })],
  ['/v1/banks?country=ng&has=us_aba', undefined, (open) => open.listBanks('ng', { has: 'us_aba' })],
  ['/v1/search?q=%20', undefined, (open) => open.search(' ')],
  ['/v1/search', undefined, (open) => open.search(undefined as never)],
  [`/v1/search?q=${'x'.repeat(101)}`, undefined, (open) => open.search('x'.repeat(101))],
  ['/v1/search?q=x&country=xx', undefined, (open) => open.search('x', { country: 'xx' })],
  ['/v1/branches?bank=xx-none', undefined, (open) => open.listBranches('xx-none')],
  ['/v1/branches?bank=ng-gtbank', undefined, (open) => open.listBranches('ng-gtbank')],
  ['/v1/branches?bank=in-dcb-bank&limit=101', undefined, (open) => open.listBranches('in-dcb-bank', { limit: 101 })],
  [
    `/v1/branches?bank=in-dcb-bank&q=${'x'.repeat(101)}`,
    undefined,
    (open) => open.listBranches('in-dcb-bank', { query: 'x'.repeat(101) }),
  ],
  ['/v1/resolve', { identifier: '' }, (open) => open.resolve('')],
  ['/v1/resolve', { identifier: 58 }, (open) => open.resolve(58 as never)],
  ['/v1/resolve', { identifier: '058', country: 'xx' }, (open) => open.resolve('058', { country: 'xx' })],
  ['/v1/account-requirements?country=xx', undefined, (open) => open.accountRequirements('xx')],
  ...[
    { country: 'us', method: 'us_wire_x', fields: {} },
    { country: 'us', fields: {} },
    { country: 'us', method: 'us_ach', fields: {} },
    { country: 'us', method: 'us_ach', fields: { routing: '021000021' } },
    { country: 'us', method: 'us_ach', fields: { routing_number: 21000021 } },
    { method: 'us_ach', fields: {} },
  ].map((account): (typeof errors)[number] => [
    '/v1/accounts/check',
    account,
    (open) => open.checkAccount(account as never),
  ]),
]

for (const [path, body, call] of errors) {
  test(`${path} ${body ? JSON.stringify(body) : ''} has the same error in the library`, async () => {
    const response = body ? await postJson(url + path, JSON.stringify(body)) : await fetch(url + path)
    const code = response.headers.get('error-code')
    assert.ok(code)
    assert.throws(() => call(directory), {
      name: 'LookupError',
      code,
      message: /^(?!.*(?:\/v1|query|endpoint)).+[.?]$/,
    })
  })
}
