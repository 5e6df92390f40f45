/** The table for spreadsheets as it is downloaded: the banks of the list, in a file that is named and checked like it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Bank } from '../../src/directory/records/bank.ts'
import { download, readRows, values } from '../support/csv-table.ts'
import { shippedDirectory, startService } from '../support/services/service.ts'

test('a table is a file with a name, its columns known, and the headers of every list', async (t) => {
  const { url } = await startService(t)
  const { answer, bytes } = await download(`${url}/v1/banks.csv?country=Ng`)
  const { headers } = answer
  const { revision } = shippedDirectory()
  assert.equal(answer.statusCode, 200)
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8; header=present')
  assert.equal(headers['content-disposition'], `attachment; filename="banks-ng-${revision.slice(0, 10)}.csv"`)
  assert.equal(headers['content-length'], String(bytes.length))
  assert.equal(headers['cache-control'], 'public, max-age=300')
  assert.equal(headers['data-revision'], revision)
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.match(headers.etag ?? '', /^"[0-9a-f]{16}"$/)
  assert.deepEqual([...bytes.subarray(0, 5)], [0xef, 0xbb, 0xbf, ...Buffer.from('id')])
  const access = readRows(bytes).find(({ id }) => id === 'ng-access-bank')
  assert.equal(access?.code, "'044")
  assert.equal(access?.ng_cbn, "'044; '063")
  assert.equal(access?.ussd, "'*901#")
  assert.equal(access?.name, 'Access Bank')
})

test('a table has the banks of the list, in its order, with the same fields and codes', async (t) => {
  const { url } = await startService(t)
  for (const query of [
    'country=ng',
    'country=us',
    'country=eu',
    'country=gb&status=any',
    'country=ng&type=mobile_money',
  ]) {
    const { count, banks } = (await (await fetch(`${url}/v1/banks?${query}`)).json()) as {
      count: number
      banks: Bank[]
    }
    const rows = readRows((await download(`${url}/v1/banks.csv?${query}`)).bytes)
    assert.ok(count > 0, query)
    assert.equal(rows.length, count, query)
    banks.forEach(({ codes, ...fields }, index) => {
      const { ...row } = rows[index]
      for (const [field, value] of Object.entries({ ...fields, ...codes })) {
        assert.deepEqual(values(row[field]), [value ?? []].flat(), `${fields.id} ${field}`)
        delete row[field]
      }
      assert.deepEqual(Object.values(row).join(''), '', `${fields.id} has codes that the list does not know`)
    })
  }
})

test('no cell of any country is too long for Excel, or begins with what a spreadsheet would not leave as it is', async (t) => {
  const { url } = await startService(t)
  for (const { code } of shippedDirectory().countries) {
    for (const row of readRows((await download(`${url}/v1/banks.csv?country=${code}&status=any`)).bytes)) {
      for (const cell of Object.values(row)) {
        assert.ok(cell.length <= 32_767, row.id)
        for (const part of cell === '' ? [] : cell.split('; ')) assert.match(part, /^['\p{L}]/u, row.id)
      }
    }
  }
})

test('each coding unpacks to the same table, under the same name and with a tag of its own', async (t) => {
  const { url } = await startService(t)
  const table = `${url}/v1/banks.csv?country=us`
  const plain = await download(table, { 'Accept-Encoding': 'identity' })
  const gzip = await download(table, { 'Accept-Encoding': 'gzip' })
  const br = await download(table, { 'Accept-Encoding': 'br' })
  assert.equal(gzip.answer.headers['content-encoding'], 'gzip')
  assert.equal(br.answer.headers['content-encoding'], 'br')
  assert.ok(gunzipSync(gzip.bytes).equals(plain.bytes))
  assert.ok(brotliDecompressSync(br.bytes).equals(plain.bytes))
  const all = [plain, gzip, br].map(({ answer }) => answer.headers)
  assert.equal(new Set(all.map(({ etag }) => etag)).size, 3)
  assert.equal(new Set(all.map((headers) => headers['content-type'])).size, 1)
  assert.equal(new Set(all.map((headers) => headers['content-disposition'])).size, 1)
})

test('a table that is known already is not sent again', async (t) => {
  const { url } = await startService(t)
  for (const country of ['gh', 'us']) {
    const table = `${url}/v1/banks.csv?country=${country}`
    const { etag = '' } = (await download(table)).answer.headers
    const again = await download(table, { 'If-None-Match': etag })
    assert.equal(again.answer.statusCode, 304)
    assert.equal(again.bytes.length, 0)
    assert.equal((await download(`${table}&status=any`, { 'If-None-Match': etag })).answer.statusCode, 200)
  }
})

test('HEAD tells what GET would send', async (t) => {
  const { url } = await startService(t)
  const { answer, bytes } = await download(`${url}/v1/banks.csv?country=gh`)
  const head = await fetch(`${url}/v1/banks.csv?country=gh`, {
    method: 'HEAD',
    headers: { 'Accept-Encoding': 'identity' },
  })
  assert.equal(head.status, 200)
  assert.equal(head.headers.get('content-length'), String(bytes.length))
  for (const name of ['etag', 'content-type', 'content-disposition']) {
    assert.equal(head.headers.get(name), answer.headers[name])
  }
  assert.equal(await head.text(), '')
})

test('what is wrong with a request for a list is wrong with one for a table, in the same words', async (t) => {
  const { url } = await startService(t)
  for (const [query, status, code] of [
    ['country=xx', 404, 'country_unsupported'],
    ['', 400, 'country_missing'],
    ['country=nigeria', 400, 'country_malformed'],
    ['country=ng&x=1', 400, 'parameter_unknown'],
    ['country=ng&status=gone', 400, 'parameter_malformed'],
    ['country=ng&type=pub', 400, 'parameter_malformed'],
  ] as const) {
    const [list, table] = await Promise.all(['banks', 'banks.csv'].map((path) => fetch(`${url}/v1/${path}?${query}`)))
    assert.ok(list && table)
    assert.equal(table.status, status, query)
    assert.equal(table.headers.get('error-code'), code)
    assert.equal(table.headers.get('content-type'), 'text/plain; charset=utf-8')
    assert.equal(table.headers.get('content-disposition'), null)
    assert.equal(await table.text(), await list.text())
  }
  const posted = await fetch(`${url}/v1/banks.csv?country=ng`, { method: 'POST' })
  assert.equal(posted.status, 405)
  assert.equal(posted.headers.get('allow'), 'GET, HEAD, OPTIONS')
})
