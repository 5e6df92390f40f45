import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { dataFolder } from '../../../test/support/data/shipped.ts'
import { assertFits } from '../../../test/support/schemas.ts'
import { startService } from '../../../test/support/services/service.ts'
import { type BranchPage, branchPageSchema } from '../../directory/branches/branch-page.ts'
import type { BankDetail } from '../../directory/records/bank-record.ts'

const readPage = async (url: string, query: string): Promise<BranchPage> => {
  const response = await fetch(`${url}/v1/branches?${query}`)
  assert.equal(response.status, 200, query)
  return (await response.json()) as BranchPage
}

/** The codes with this prefix that no other bank uses, from the file itself. */
const codesInFile = (form: string, prefix: string): string[] =>
  readFileSync(join(dataFolder, 'branches', `${form}.tsv`), 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([code, , , , holder = '', holderName = '']) => code?.startsWith(prefix) && holder + holderName === '')
    .map(([code]) => code as string)

test('the pages of a bank have all its branches once, in order of code', async (t) => {
  const { url } = await startService(t)
  const expected = codesInFile('in_ifsc', 'DCBL')
  assert.ok(expected.length > 300)
  const codes: string[] = []
  for (let offset = 0; offset <= expected.length; offset += 100) {
    const page = await readPage(url, `bank=in-dcb-bank&limit=100&offset=${offset}`)
    assertFits(branchPageSchema, page)
    assert.equal(page.count, expected.length)
    codes.push(...page.branches.map(({ code }) => code))
  }
  assert.deepEqual(codes, expected)
  const first = await readPage(url, 'bank=in-dcb-bank')
  assert.deepEqual(
    first.branches.map(({ code }) => code),
    expected.slice(0, 20),
  )
  assert.deepEqual((await readPage(url, 'bank=in-dcb-bank&offset=100000')).branches, [])
})

test('a page names the list of codes and the list of names, as a bank names its sources', async (t) => {
  const { url } = await startService(t)
  const page = await readPage(url, 'bank=in-dcb-bank&limit=1')
  const bank = (await (await fetch(`${url}/v1/banks/in-dcb-bank`)).json()) as BankDetail
  assert.deepEqual([page.bank, page.form, page.as_of], ['in-dcb-bank', 'in_ifsc', page.source.date])
  assert.notEqual(page.source.id, page.names_source.id)
  for (const source of [page.source, page.names_source])
    assert.deepEqual(Object.keys(source), Object.keys(bank.sources[0] ?? {}))
})

test('q finds the beginnings of words of the name and the city, and of the code', async (t) => {
  const { url } = await startService(t)
  const mumbai = await readPage(url, 'bank=in-dcb-bank&q=MUMB&limit=100')
  assert.ok(mumbai.count > 5 && mumbai.count === mumbai.branches.length)
  for (const { name, city } of mumbai.branches) assert.match(`${name} ${city}`, /\bMumb/i)
  const both = await readPage(url, 'bank=in-dcb-bank&q=kalba+mum')
  assert.deepEqual(
    both.branches.map(({ code }) => code),
    ['DCBL0000002'],
  )
  assert.deepEqual(await readPage(url, 'bank=in-dcb-bank&q=dcbl0000002'), both)
  assert.equal((await readPage(url, 'bank=in-dcb-bank&q=umbai')).count, 0)
  assert.equal((await readPage(url, 'bank=in-dcb-bank&q=')).count, (await readPage(url, 'bank=in-dcb-bank')).count)
  assert.ok((await readPage(url, `bank=jp-mizuho-bank&q=${encodeURIComponent('横浜')}`)).count > 2)
})

test('a lent code is a branch of the bank that uses it, and not of the bank that lends it', async (t) => {
  const { url } = await startService(t)
  const user = await readPage(url, 'bank=in-delhi-nagrik-sehkari-bank&limit=100')
  assert.ok(user.branches.some(({ code }) => code === 'YESB0DNB002'))
  assert.equal((await readPage(url, 'bank=in-yes-bank&q=YESB0DNB002')).count, 0)
  assert.ok((await readPage(url, 'bank=in-yes-bank')).count > 1_000)
})

test('a merged BSB is in the list, with its successor', async (t) => {
  const { url } = await startService(t)
  const { branches } = await readPage(url, 'bank=au-anz-bank&q=012003')
  assert.deepEqual(
    branches.map(({ code, status, successor }) => [code, status, successor]),
    [['012003', 'merged', '012055']],
  )
  const all = await readPage(url, 'bank=au-anz-bank&limit=100')
  for (const { status, successor } of all.branches) assert.equal(status === 'merged', successor !== null)
})

test('a page can be cached, and gets 304 for a conditional request and headers for HEAD', async (t) => {
  const { url } = await startService(t)
  const address = `${url}/v1/branches?bank=in-dcb-bank&limit=2`
  const response = await fetch(address)
  const body = await response.text()
  const [list, tag] = [await fetch(`${url}/v1/banks?country=va`), response.headers.get('etag') ?? '']
  for (const name of ['cache-control', 'vary', 'ratelimit-policy', 'data-revision'])
    assert.equal(response.headers.get(name), list.headers.get(name), name)
  const again = await fetch(address, { headers: { 'If-None-Match': tag } })
  assert.deepEqual([again.status, await again.text()], [304, ''])
  const head = await fetch(address, { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('etag'), await head.text()], [200, tag, ''])
  assert.equal(head.headers.get('content-length'), String(Buffer.byteLength(body)))
  const large = await fetch(`${url}/v1/branches?bank=in-dcb-bank&limit=100`, { headers: { 'Accept-Encoding': 'br' } })
  assert.equal(((await large.json()) as BranchPage).branches.length, 100)
})

test('every page counts as one request', async (t) => {
  const { url } = await startService(t, { quotas: { anonymous: 2, keyed: 2 } })
  const statuses: number[] = []
  for (let count = 0; count < 3; count++) statuses.push((await fetch(`${url}/v1/branches?bank=in-dcb-bank`)).status)
  assert.deepEqual(statuses, [200, 200, 429])
})

const errors: [query: string, status: number, code: string, sentence: RegExp][] = [
  ['', 400, 'bank_missing', /^Missing query parameter "bank"; .*\/v1\/branches\?bank=in-dcb-bank\.$/],
  ['bank=', 400, 'bank_missing', /^Missing query parameter "bank"/],
  ['bank=xx-none', 404, 'bank_unknown', /^Unknown bank "xx-none"; search for it with GET \/v1\/search\?q=xx\+none/],
  ['bank=IN-DCB-Bank', 404, 'bank_unknown', /; did you mean in-dcb-bank\?/],
  ['bank=DCBLINBB', 404, 'bank_unknown', /send POST \/v1\/resolve/],
  ['bank=ng-gtbank', 404, 'branches_unknown', /^The directory has no list of branches for "ng-gtbank"; .*India/],
  ['bank=in-dcb-bank&limit=0', 400, 'parameter_malformed', /"limit"; send a whole number from 1 to 100\.$/],
  ['bank=in-dcb-bank&limit=101', 400, 'parameter_malformed', /"101"/],
  ['bank=in-dcb-bank&offset=-1', 400, 'parameter_malformed', /"offset"; send a whole number from 0 to 100000\.$/],
  ['bank=in-dcb-bank&offset=100001', 400, 'parameter_malformed', /"100001"/],
  ['bank=in-dcb-bank&offset=1000000', 400, 'parameter_malformed', /"1000000"/],
  [`bank=in-dcb-bank&q=${'x'.repeat(101)}`, 400, 'query_too_long', /longer than 100 characters/],
  ['bank=in-dcb-bank&city=pune', 400, 'parameter_unknown', /"city"; this endpoint accepts bank, q, offset, limit\.$/],
  ['bank=in-dcb-bank&bank=x', 400, 'parameter_malformed', /"bank"; send it once/],
]

for (const [query, status, code, sentence] of errors) {
  test(`GET /v1/branches?${query.slice(0, 40)} returns ${status} ${code}`, async (t) => {
    const { url } = await startService(t)
    const response = await fetch(`${url}/v1/branches?${query}`)
    assert.deepEqual([response.status, response.headers.get('error-code')], [status, code])
    assert.match((await response.text()).trimEnd(), sentence)
  })
}
