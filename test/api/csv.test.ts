/** The CSV download: the same banks, parameters and errors as the JSON list. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Bank } from '../../src/directory/records/bank.ts'
import { download, readRows, values } from '../support/csv-table.ts'
import { shippedDirectory, startService } from '../support/services/service.ts'

test('a CSV file has a file name, a header row and the headers of every list', async (t) => {
  const { url } = await startService(t)
  const { answer: response, bytes } = await download(`${url}/v1/banks.csv?country=Ng`)
  const { headers } = response
  const { revision } = shippedDirectory()
  assert.equal(response.statusCode, 200)
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

test('a CSV file has the banks of the JSON list, in the same order, with the same fields and codes', async (t) => {
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

test('no cell of any country is too long for Excel, or starts with a character that a spreadsheet interprets', async (t) => {
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

test('every encoding decompresses to the same file, with the same name and its own ETag', async (t) => {
  const { url } = await startService(t)
  const table = `${url}/v1/banks.csv?country=us`
  const plain = await download(table, { 'Accept-Encoding': 'identity' })
  const gzip = await download(table, { 'Accept-Encoding': 'gzip' })
  const br = await download(table, { 'Accept-Encoding': 'br' })
  assert.equal(gzip.answer.headers['content-encoding'], 'gzip')
  assert.equal(br.answer.headers['content-encoding'], 'br')
  assert.ok(gunzipSync(gzip.bytes).equals(plain.bytes))
  assert.ok(brotliDecompressSync(br.bytes).equals(plain.bytes))
  const all = [plain, gzip, br].map(({ answer: response }) => response.headers)
  assert.equal(new Set(all.map(({ etag }) => etag)).size, 3)
  assert.equal(new Set(all.map((headers) => headers['content-type'])).size, 1)
  assert.equal(new Set(all.map((headers) => headers['content-disposition'])).size, 1)
})

test('If-None-Match returns 304 for a CSV file', async (t) => {
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

test('HEAD returns the headers of GET', async (t) => {
  const { url } = await startService(t)
  const { answer: response, bytes } = await download(`${url}/v1/banks.csv?country=gh`)
  const head = await fetch(`${url}/v1/banks.csv?country=gh`, {
    method: 'HEAD',
    headers: { 'Accept-Encoding': 'identity' },
  })
  assert.equal(head.status, 200)
  assert.equal(head.headers.get('content-length'), String(bytes.length))
  for (const name of ['etag', 'content-type', 'content-disposition']) {
    assert.equal(head.headers.get(name), response.headers[name])
  }
  assert.equal(await head.text(), '')
})

test('an invalid request gets the same error for CSV as for JSON', async (t) => {
  const { url } = await startService(t)
  for (const [query, status, code] of [
    ['country=xx', 404, 'country_unsupported'],
    ['', 400, 'country_missing'],
    ['country=nigera', 404, 'country_unsupported'],
    ['country=n1', 400, 'country_malformed'],
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
