/** Bank lists as CSV and XLSX files: the same banks, parameters and errors as the JSON list. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Bank } from '../../src/directory/records/bank-record.ts'
import { download, readRows, readSheet, values } from '../support/bank-files.ts'
import { findPrograms } from '../support/programs.ts'
import { shippedDirectory, startService } from '../support/services/service.ts'

const contentTypes = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const formats = ['csv', 'xlsx'] as const

/** Fails if the row has another value in a field, or a code that the bank does not have. */
function assertSameBank({ codes, ...fields }: Bank, { ...row }: Record<string, string>): void {
  for (const [field, value] of Object.entries({ ...fields, ...codes })) {
    assert.deepEqual(values(row[field]), [value ?? []].flat(), `${fields.id} ${field}`)
    delete row[field]
  }
  assert.equal(Object.values(row).join(''), '', `${fields.id} has codes that the list does not know`)
}

const listOf = async (url: string, query: string): Promise<{ count: number; banks: Bank[] }> =>
  (await (await fetch(`${url}/v1/banks?${query}`)).json()) as { count: number; banks: Bank[] }

for (const format of formats) {
  test(`a ${format} file has a file name and the headers of every list`, async (t) => {
    const { url } = await startService(t)
    const { answer: response, bytes } = await download(`${url}/v1/banks.${format}?country=Ng`)
    const { headers } = response
    const { revision } = shippedDirectory()
    assert.equal(response.statusCode, 200)
    assert.equal(headers['content-type'], contentTypes[format])
    assert.equal(headers['content-disposition'], `attachment; filename="banks-ng-${revision.slice(0, 10)}.${format}"`)
    assert.equal(headers['content-length'], String(bytes.length))
    assert.equal(headers['cache-control'], 'public, max-age=300')
    assert.equal(headers['data-revision'], revision)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.match(headers.etag ?? '', /^"[0-9a-f]{16}"$/)
  })

  test(`If-None-Match returns 304 for a ${format} file`, async (t) => {
    const { url } = await startService(t)
    for (const country of ['gh', 'us']) {
      const file = `${url}/v1/banks.${format}?country=${country}`
      const { etag = '' } = (await download(file)).answer.headers
      const again = await download(file, { 'If-None-Match': etag })
      assert.equal(again.answer.statusCode, 304)
      assert.equal(again.bytes.length, 0)
    }
    const { etag = '' } = (await download(`${url}/v1/banks.${format}?country=gh`)).answer.headers
    const other = await download(`${url}/v1/banks.${format}?country=gh&status=any`, { 'If-None-Match': etag })
    assert.equal(other.answer.statusCode, 200)
  })

  test(`HEAD returns the headers of GET for a ${format} file`, async (t) => {
    const { url } = await startService(t)
    const file = `${url}/v1/banks.${format}?country=gh`
    const { answer: response, bytes } = await download(file)
    const head = await fetch(file, { method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } })
    assert.equal(head.status, 200)
    assert.equal(head.headers.get('content-length'), String(bytes.length))
    for (const name of ['etag', 'content-type', 'content-disposition']) {
      assert.equal(head.headers.get(name), response.headers[name])
    }
    assert.equal(await head.text(), '')
  })

  test(`an invalid request gets the same error for ${format} as for JSON`, async (t) => {
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
      const list = await fetch(`${url}/v1/banks?${query}`)
      const file = await fetch(`${url}/v1/banks.${format}?${query}`)
      assert.equal(file.status, status, query)
      assert.equal(file.headers.get('error-code'), code)
      assert.equal(file.headers.get('content-type'), 'text/plain; charset=utf-8')
      assert.equal(file.headers.get('content-disposition'), null)
      // Only the list counts its banks.
      assert.equal(await file.text(), (await list.text()).replace(', facets.', '.'))
    }
    const posted = await fetch(`${url}/v1/banks.${format}?country=ng`, { method: 'POST' })
    assert.equal(posted.status, 405)
    assert.equal(posted.headers.get('allow'), 'GET, HEAD, OPTIONS')
  })
}

test('a CSV file has the banks of the JSON list, in the same order, with the same fields and codes', async (t) => {
  const { url } = await startService(t)
  for (const query of [
    'country=ng',
    'country=us',
    'country=eu',
    'country=gb&status=any',
    'country=ng&type=mobile_money',
  ]) {
    const { count, banks } = await listOf(url, query)
    const rows = readRows((await download(`${url}/v1/banks.csv?${query}`)).bytes)
    assert.ok(count > 0, query)
    assert.equal(rows.length, count, query)
    for (const [at, bank] of banks.entries()) assertSameBank(bank, rows[at] ?? assert.fail())
  }
})

test('a CSV file has the codes as they are, without a byte order mark', async (t) => {
  const { url } = await startService(t)
  const { bytes } = await download(`${url}/v1/banks.csv?country=ng`)
  assert.equal(bytes.subarray(0, 8).toString(), 'id,name,')
  const access = readRows(bytes).find(({ id }) => id === 'ng-access-bank')
  assert.equal(access?.code, '044')
  assert.equal(access?.ng_cbn, '044; 063')
  assert.equal(access?.ussd, '*901#')
})

test('another program reads the XLSX file: the banks of the JSON list, and every cell is text', async (t) => {
  const programs = findPrograms(t, 'python3')
  if (!programs) return
  const { url } = await startService(t)
  for (const query of [
    'country=ng',
    'country=us&limit=1000',
    'country=dk&status=any',
    'country=ng&has=ng_nip&sort=prominence&limit=20',
  ]) {
    const { count, banks } = await listOf(url, query)
    const rows = readSheet(programs.python3, (await download(`${url}/v1/banks.xlsx?${query}`)).bytes)
    assert.ok(count > 0, query)
    assert.equal(rows.length, count, query)
    for (const [at, bank] of banks.entries()) assertSameBank(bank, rows[at] ?? assert.fail())
  }
  const { bytes } = await download(`${url}/v1/banks.xlsx?country=ng&fields=id,bic&limit=3`)
  assert.deepEqual(Object.keys(readSheet(programs.python3, bytes)[0] ?? {}), ['id', 'bic'])
})

test('no cell of any country is too long for a spreadsheet or could run as a formula', async (t) => {
  const { url } = await startService(t)
  for (const { code } of shippedDirectory().countries) {
    for (const row of readRows((await download(`${url}/v1/banks.csv?country=${code}&status=any`)).bytes)) {
      for (const cell of Object.values(row)) {
        assert.ok(cell.length <= 32_767, row.id)
        for (const part of cell.split(';')) assert.doesNotMatch(part, /^\s*[=+@-]|\p{Cc}/u, row.id)
      }
    }
  }
})

test('every encoding of a CSV file decompresses to the same file, with the same name and its own ETag', async (t) => {
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

test('an XLSX file, which is compressed in itself, is sent as it is', async (t) => {
  const { url } = await startService(t)
  const file = `${url}/v1/banks.xlsx?country=us`
  const plain = await download(file, { 'Accept-Encoding': 'identity' })
  const accepted = await download(file, { 'Accept-Encoding': 'br, gzip' })
  assert.equal(accepted.answer.headers['content-encoding'], undefined)
  assert.equal(accepted.answer.headers.etag, plain.answer.headers.etag)
  assert.ok(accepted.bytes.equals(plain.bytes))
  assert.ok(plain.bytes.length > 32 * 1024)
})
