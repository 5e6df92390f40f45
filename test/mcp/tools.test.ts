/** The tools and resources, called with the official client in both versions of the protocol. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import { createBankTable } from '../../src/directory/storage/bank-table.ts'
import { version } from '../../src/mcp/mcp-server.ts'
import { toBankDetails } from '../../src/mcp/views/bank-details.ts'
import { root } from '../support/services/processes.ts'
import { shippedDirectory, startService } from '../support/services/service.ts'
import { wholeProcess } from '../support/whole-process-context.ts'
import { call, connectHttp, modes, versions } from './mcp-client.ts'

let client: Client
before(async () => {
  const { url } = await startService(wholeProcess)
  client = await connectHttp(wholeProcess, url)
})

for (const mode of modes) {
  test(`a client of the version ${versions[mode]} connects, lists, calls and reads`, async (t) => {
    const { url } = await startService(t)
    const own = await connectHttp(t, url, mode)
    assert.equal(own.getNegotiatedProtocolVersion(), versions[mode])
    assert.equal(own.getServerVersion()?.name, 'bank-lookup')
    assert.match(own.getInstructions() ?? '', /does not log them, store them or send them to anyone/)
    assert.equal((await own.listTools()).tools.length, 7)
    const { structured } = await call(own, 'resolve_identifier', { identifiers: ['058'], country: 'ng' })
    assert.match(JSON.stringify(structured), /GTBank/)
    const { contents } = await own.readResource({ uri: 'bank://ng-gtbank' })
    assert.match(JSON.stringify(contents), /GTBINGLA/)
  })
}

test('the server names the version of the program', () => {
  assert.equal(version, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
})

test('every tool is read-only, and its description names the tool to use instead', async () => {
  const { tools } = await client.listTools()
  for (const { name, title, description = '', annotations, inputSchema, outputSchema } of tools) {
    const hints = { readOnlyHint: true, destructiveHint: false, openWorldHint: false }
    assert.deepEqual(annotations, hints, name)
    assert.ok(title, name)
    assert.equal(inputSchema.additionalProperties, false, name)
    assert.equal(outputSchema?.type, 'object', name)
    const others = tools.filter((other) => other.name !== name && description.includes(other.name))
    assert.ok(others.length > 0, `the description of ${name} names no other tool`)
    assert.match(description, /[Uu]se it /, name)
  }
})

const errors: [tool: string, input: object, sentence: RegExp][] = [
  ['search_banks', {}, /Send `query`, the name of a bank, or `country`/],
  ['search_banks', { query: ' ' }, /Send `query`/],
  ['search_banks', { q: 'gtb' }, /Unknown argument "q"\. This tool takes: query, country,/],
  ['search_banks', { query: 'x'.repeat(101) }, /^The text to search for is longer than 100 characters; shorten it\.$/],
  ['search_banks', { query: 'bank', limit: 21 }, /Invalid "limit": 21\. Send: 1 to 20/],
  ['search_banks', { query: 'bank', limit: '5' }, /Invalid "limit": "5"/],
  ['search_banks', { query: 'bank', type: 'bank' }, /Invalid "type": "bank"\. Send: one of building_society,/],
  ['search_banks', { query: 'bank', country: 'Atlantis' }, /^Unsupported country "Atlantis"; use one of NG, /],
  ['search_banks', { query: 'bank', country: 'Germani' }, /; did you mean Germany \(de\)\? list_countries lists all/],
  [
    'list_countries',
    { country: 'x'.repeat(70) },
    /^Invalid country "xxx.*; use one code or name.*list_countries lists/,
  ],
  ['list_countries', { country: '' }, /^Invalid country ""/],
  ['resolve_identifier', {}, /Missing "identifiers"\. Send: an array of 1 to 50 strings/],
  ['resolve_identifier', { identifiers: 58 }, /Invalid "identifiers": 58\. Send: an array/],
  [
    'resolve_identifier',
    { identifiers: [58] },
    /Invalid "identifiers": 58\. Send: an array of 1 to 50 strings; keep lead/,
  ],
  ['resolve_identifier', { identifiers: ['058', ' '] }, /^Each identifier must be a string of 1 to 100 characters/],
  ['resolve_identifier', { identifiers: ['0'.repeat(101)] }, /^Each identifier must be/],
  ['resolve_identifier', { identifiers: [] }, /Invalid "identifiers": \[\]/],
  ['resolve_identifier', { identifiers: Array(51).fill('058') }, /Invalid "identifiers"/],
  ['get_bank', { id: 'ng-gtb' }, /No bank has the id "ng-gtb"\. Similar: ng-gtbank \(GTBank\)/],
  ['get_bank', { id: '058' }, /search_banks \(by name\) or resolve_identifier \(by code or BIC\)/],
  ['list_branches', { bank: 'in-dcb' }, /No bank has the id "in-dcb"\. Similar: in-dcb-bank \(DCB Bank\)/],
  [
    'list_branches',
    { bank: 'ng-gtbank' },
    /no list of branches for "ng-gtbank"; .* in .*India.* use resolve_identifier\.$/,
  ],
  ['list_branches', { bank: 'in-dcb-bank', limit: 51 }, /Invalid "limit": 51\. Send: 1 to 50/],
  ['list_branches', { bank: 'in-dcb-bank', query: 'x'.repeat(101) }, /longer than 100 characters/],
  ['account_requirements', { country: 'zz' }, /^Unsupported country "ZZ"; use one of/],
  ['check_account', { country: 'gb', fields: {} }, /^Missing "method"; use one of gb_sort_code, gb_iban\./],
  ['check_account', { country: 'ca', fields: { institution_number: '0'.repeat(101) } }, /must be a string of 1 to 100/],
  ['check_account', { country: 'gb', fields: 'x' }, /Invalid "fields": "x"\. Send: an object of strings/],
  ['check_account', { country: 'gb', fields: { sort_code: 200000 } }, /Invalid "fields": 200000\..*quote numbers/],
  [
    'check_account',
    { country: 'gb', fields: { x: '1' } },
    /^Missing "method"; use one of gb_sort_code, gb_iban\. account_requirements lists the fields\.$/,
  ],
  [
    'check_account',
    { country: 'gb', method: 'ach', fields: { x: '1' } },
    /^Unknown payment method "ach"; use one of gb_sort_code/,
  ],
  [
    'check_account',
    { country: 'gb', method: 'gb_sort_code', fields: { sort_code: '200000' } },
    /^Missing field "account_number"; the payment method gb_sort_code needs sort_code, account_number\. account_requirements lists the fields\.$/,
  ],
  ['check_account', { country: 'ca', fields: { iban: 'x' } }, /^Unknown field "iban"; the payment method ca_eft has /],
]

for (const [tool, input, sentence] of errors) {
  test(`${tool} ${JSON.stringify(input).slice(0, 60)} says what to send instead`, async () => {
    const { text, isError } = await call(client, tool, input)
    assert.equal(isError, true, text)
    assert.match(text, sentence)
    assert.doesNotMatch(text, /GET |\/v1\//, 'a model sends no requests')
    assert.ok(text.length < 700, text)
  })
}

test('a country can be a code in any case, a three-letter code, or a name', async () => {
  for (const country of ['CI', 'ci', 'CIV', "Côte d'Ivoire", "cote d'ivoire", 'UK', 'United Kingdom']) {
    const { text, isError } = await call(client, 'list_countries', { country })
    assert.equal(isError, false, text)
  }
})

test('search_banks filters by rail, and a wrong rail gets the rails of the country', async () => {
  const onRail = await call(client, 'search_banks', { country: 'br', rail: 'br_pix' })
  const all = await call(client, 'search_banks', { country: 'br' })
  assert.ok(Number(onRail.structured?.total) > 800)
  assert.ok(Number(onRail.structured?.total) < Number(all.structured?.total))
  const { text, isError } = await call(client, 'search_banks', { country: 'br', rail: 'pix' })
  assert.equal(isError, true)
  assert.match(text, /br_pix, br_str/)
  const { structured } = await call(client, 'get_bank', { id: 'br-nubank' })
  assert.deepEqual(structured?.rails, { br_pix: 'yes, as of 2026-08-22', br_str: 'yes, as of 2026-08-22' })
})

test('null counts as a missing argument', async () => {
  const { text } = await call(client, 'search_banks', { query: 'gtbank', country: null, limit: null })
  assert.match(text, /ng-gtbank/)
})

test('a search without a match says what to try', async () => {
  const { structured } = await call(client, 'search_banks', { query: 'qqqqzzzz' })
  assert.deepEqual(structured?.banks, [])
  assert.match(String(structured?.hint), /resolve_identifier/)
})

test('a list by country has the same banks as the API, in pages', async (t) => {
  const { url } = await startService(t)
  const response = await fetch(`${url}/v1/banks?country=gh&sort=prominence&fields=id`)
  const { count, banks } = (await response.json()) as { count: number; banks: { id: string }[] }
  const ids: string[] = []
  for (let offset = 0; offset < 40; offset += 20) {
    const { structured } = await call(client, 'search_banks', { country: 'gh', limit: 20, offset })
    assert.equal(structured?.total, count)
    ids.push(...(structured.banks as { id: string }[]).map(({ id }) => id))
  }
  assert.deepEqual(
    ids,
    banks.slice(0, 40).map(({ id }) => id),
  )
})

test('one identifier may be a string in place of an array', async () => {
  const [one, list] = await Promise.all(
    ['058', ['058']].map((identifiers) => call(client, 'resolve_identifier', { identifiers, country: 'ng' })),
  )
  assert.equal(one?.text, list?.text)
  assert.match(String(one?.text), /ng-gtbank/)
})

test('50 identifiers get 50 results in their order', async () => {
  const codes = ['044', '057', '058', '011', '033']
  const identifiers = Array.from({ length: 50 }, (_, at) => codes[at % codes.length] as string)
  const { structured, bytes } = await call(client, 'resolve_identifier', { identifiers, country: 'ng' })
  const results = structured?.results as { canonical: string }[]
  assert.deepEqual(
    results.map(({ canonical }) => canonical),
    identifiers,
  )
  assert.ok(bytes < 50_000, `${bytes} bytes`)
})

test('long lists of codes are cut off with their count, and sources are one line each', async () => {
  const { structured, bytes } = await call(client, 'get_bank', { id: 'de-commerzbank' })
  const [blz] = (structured?.codes ?? []) as { values: string[]; count: number }[]
  assert.equal(blz?.values.length, 6)
  assert.ok((blz?.count ?? 0) > 500)
  assert.ok(bytes < 4_000, `${bytes} bytes`)
})

test('no bank takes more than 3 kB', (t) => {
  const directory = shippedDirectory()
  const banks = createBankTable(directory.packed)
  let largest = { id: '', bytes: 0 }
  // Every third bank, because a parse of all of them takes seconds.
  for (let bank = 0; bank < banks.count; bank += 3) {
    const { id } = banks.recordOf(bank)
    const details = toBankDetails(JSON.parse(directory.findBank(id) as string))
    const bytes = Buffer.byteLength(JSON.stringify(details))
    if (bytes > largest.bytes) largest = { id, bytes }
  }
  t.diagnostic(`${largest.id}: ${largest.bytes} bytes`)
  assert.ok(largest.bytes < 3_000, `${largest.id}: ${largest.bytes} bytes`)
})

test('the account number in a result has no more than what was sent', async () => {
  const { text } = await call(client, 'check_account', {
    country: 'gb',
    fields: { sort_code: '20-29-59', account_number: '63748472' },
  })
  assert.deepEqual(JSON.parse(text).fields.account_number, { value: '63748472', verdict: 'valid' })
})

test('the resources are a bank, a country and the pages of the documentation, as the site has them', async (t) => {
  const { resourceTemplates } = await client.listResourceTemplates()
  assert.deepEqual(
    resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    ['bank://{id}', 'country://{code}', 'docs://{page}'],
  )
  const { resources } = await client.listResources()
  assert.ok(resources.length > 15)
  const { url } = await startService(t)
  for (const { uri, name, mimeType } of resources) {
    assert.equal(mimeType, 'text/markdown')
    const page = await (await fetch(`${url}/docs/1.0/${name}.md`)).text()
    assert.match(page, /^# .+\n/, uri)
    assert.deepEqual((await client.readResource({ uri })).contents, [{ uri, mimeType, text: page }])
  }
})

test('a country has its codes and its account requirements', async () => {
  const [content] = (await client.readResource({ uri: 'country://ng' })).contents
  assert.ok(content && 'text' in content)
  const country = JSON.parse(content.text)
  assert.equal(country.name, 'Nigeria')
  assert.equal(country.methods[0].method, 'ng_nuban')
})

const unknownResources: [uri: string, sentence: RegExp][] = [
  ['bank://ng-gtb', /Similar: ng-gtbank/],
  ['country://zz', /Unsupported country "ZZ"/],
  ['docs://nothing', /resources\/list has the pages/],
  ['docs://..%2f..%2fpackage', /There is no page/],
  ['file:///etc/passwd', /not found/],
]

for (const [uri, sentence] of unknownResources) {
  test(`${uri} is an error with a sentence`, async () => {
    await assert.rejects(client.readResource({ uri }), sentence)
  })
}
