/** The parameters has, sort and fields of bank lists, alone and combined, as JSON by GET and QUERY and as CSV. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Bank, bankSchema, bankTypes, listedTypes } from '../../src/directory/records/bank-record.ts'
import { bankFieldsListSchema, bankListSchema } from '../../src/directory/records/list-schemas.ts'
import { download, readRows, values } from '../support/bank-files.ts'
import { shippedTables } from '../support/data/shipped.ts'
import { assertFits } from '../support/schemas.ts'
import { shippedDirectory, startService } from '../support/services/service.ts'

interface BankList {
  country: string
  count: number
  banks: Bank[]
}

const allFields = Object.keys(bankSchema.properties)

async function get(url: string, query: string): Promise<BankList> {
  const response = await fetch(`${url}/v1/banks?${query}`)
  assert.equal(response.status, 200, `${query}: ${response.status}`)
  const list = (await response.json()) as BankList
  assert.equal(list.count, list.banks.length)
  return list
}

const query = (url: string, parameters: string, country: string): Promise<Response> =>
  fetch(`${url}/v1/banks?${parameters}`, {
    method: 'QUERY',
    body: JSON.stringify({ country }),
    headers: { 'Content-Type': 'application/json' },
  })

const ids = ({ banks }: BankList): string[] => banks.map(({ id }) => id)

test('has=code selects banks whose code is not null, has=<scheme> banks with a current code in it', async (t) => {
  const { url } = await startService(t)
  for (const country of ['ng', 'gb', 'us', 'eu']) {
    const all = await get(url, `country=${country}&status=any`)
    const schemes = [...new Set(all.banks.flatMap(({ codes }) => Object.keys(codes)))]
    const coded = await get(url, `country=${country}&status=any&has=code`)
    assert.deepEqual(
      coded.banks,
      all.banks.filter(({ code }) => code !== null),
    )
    for (const scheme of schemes.slice(0, 6)) {
      const having = await get(url, `country=${country}&status=any&has=${scheme}`)
      assert.deepEqual(ids(having), ids({ ...all, banks: all.banks.filter(({ codes }) => scheme in codes) }), scheme)
      assert.ok(having.count > 0)
    }
  }
})

test('official institutions are listed only if `type` names them, alone or with other types', async (t) => {
  const { url } = await startService(t)
  const officials = await get(url, 'country=us&type=official_institution')
  assert.ok(ids(officials).includes('us-department-of-the-treasury'))
  const defaultList = await get(url, 'country=us')
  assert.ok(defaultList.banks.every(({ type }) => type !== 'official_institution'))
  const types = bankTypes.join()
  assert.equal((await get(url, `country=us&type=${types}`)).count, defaultList.count + officials.count)
  const listed = listedTypes.join()
  assert.equal((await get(url, `country=us&type=${listed}`)).count, defaultList.count)
})

test('`has` accepts a scheme of the country without codes, and an international scheme in every country', async (t) => {
  const { url } = await startService(t)
  assert.equal((await get(url, 'country=va&has=paystack')).count, 0)
  assert.ok((await get(url, 'country=eu&has=de_blz')).count > 1_000)
})

test('sort=prominence sorts by prominence, then by name', async (t) => {
  const { url } = await startService(t)
  const { prominence } = shippedTables().search
  const directory = shippedDirectory()
  const numbers = new Map<string, number>()
  for (const { records } of directory.packed.banks.values()) {
    for (const line of Buffer.from(records).toString().trimEnd().split('\n'))
      numbers.set(JSON.parse(line).id, numbers.size)
  }
  for (const country of ['ng', 'eu']) {
    const byName = ids(await get(url, `country=${country}`))
    const position = new Map(byName.map((id, at) => [id, at]))
    const prominent = ids(await get(url, `country=${country}&sort=prominence`))
    const prominenceOf = (id: string): number => prominence[numbers.get(id) as number] as number
    assert.deepEqual(
      prominent,
      byName.toSorted(
        (a, b) => prominenceOf(b) - prominenceOf(a) || (position.get(a) as number) - (position.get(b) as number),
      ),
    )
  }
  const nigerian = ids(await get(url, 'country=ng&sort=prominence')).slice(0, 8)
  for (const id of ['ng-access-bank', 'ng-gtbank', 'ng-zenith-bank', 'ng-opay']) assert.ok(nigerian.includes(id), id)
})

test('`fields` selects fields, in the order of the full bank whatever their order in the request', async (t) => {
  const { url } = await startService(t)
  const full = await get(url, 'country=ng')
  for (const fields of [
    'id',
    'code,name,id',
    'codes,id,aliases',
    'confidence,status,id,id',
    allFields.toReversed().join(),
  ]) {
    const list = await get(url, `country=ng&fields=${fields}`)
    const selected = allFields.filter((field) => fields.split(',').includes(field)) as (keyof Bank)[]
    assertFits(bankFieldsListSchema, list)
    assert.deepEqual(
      list.banks.map((bank) => Object.entries(bank)),
      full.banks.map((bank) => selected.map((field) => [field, bank[field]])),
    )
  }
})

test('the parameters can be combined', async (t) => {
  const { url } = await startService(t)
  const filter = 'status=any&type=microfinance_bank,commercial_bank&has=ng_nip'
  const all = await get(url, 'country=ng&status=any&sort=prominence')
  const chosen = all.banks
    .filter(({ type }) => type === 'microfinance_bank' || type === 'commercial_bank')
    .filter(({ codes }) => 'ng_nip' in codes)
  const list = await get(url, `country=ng&${filter}&sort=prominence&fields=name,codes`)
  assert.deepEqual(
    list.banks,
    chosen.map(({ name, codes }) => ({ name, codes })),
  )
  assert.ok(chosen.length > 50)
  const whole = await get(url, `country=ng&${filter}&sort=prominence`)
  assertFits(bankListSchema, whole)
  assert.deepEqual(whole.banks, chosen)
})

/** Each parameter alone, and all of them together. */
const parameterSets = [
  'status=any',
  'type=mobile_money,commercial_bank',
  'has=code',
  'has=ng_nip',
  'sort=prominence',
  'fields=id,name,code',
  'status=any&type=microfinance_bank&has=ng_nip&sort=prominence&fields=id,name,codes,bic',
]

test('GET, HEAD and QUERY return the same list, and CSV the same banks in the same order', async (t) => {
  const { url } = await startService(t)
  for (const parameters of parameterSets) {
    const got = await fetch(`${url}/v1/banks?country=ng&${parameters}`)
    const queried = await query(url, parameters, 'NG')
    const text = await got.text()
    assert.equal(await queried.text(), text, parameters)
    const head = await fetch(`${url}/v1/banks?country=ng&${parameters}`, { method: 'HEAD' })
    for (const name of ['etag', 'cache-control', 'content-type', 'data-revision', 'vary']) {
      assert.equal(queried.headers.get(name), got.headers.get(name), name)
      assert.equal(head.headers.get(name), got.headers.get(name), name)
    }
    const { banks } = JSON.parse(text) as BankList
    const rows = readRows((await download(`${url}/v1/banks.csv?country=ng&${parameters}`)).bytes)
    assert.equal(rows.length, banks.length)
    for (const [at, { codes = {}, ...fields }] of banks.entries()) {
      for (const [field, value] of Object.entries({ ...fields, ...codes })) {
        assert.deepEqual(values(rows[at]?.[field]), [value ?? []].flat(), field)
      }
    }
  }
})

test('in CSV, `fields` selects the columns, and `codes` selects the columns of all schemes', async (t) => {
  const { url } = await startService(t)
  const headers = async (fields: string): Promise<string[]> => {
    const { bytes } = await download(`${url}/v1/banks.csv?country=ng&fields=${fields}`)
    return bytes.toString().split('\r\n', 1)[0]?.split(',') ?? []
  }
  const schemes = shippedDirectory()
    .findCountry('ng')
    ?.bank_codes.map(({ scheme }) => scheme)
  assert.deepEqual(await headers('code,id'), ['id', 'code'])
  assert.deepEqual(await headers('bic,codes,id'), ['id', ...(schemes ?? []), 'bic'])
})

test('a filtered list has an ETag, is compressed and can be cached', async (t) => {
  const { url } = await startService(t)
  // A large list, which is compressed, and a small one.
  for (const parameters of ['country=us&sort=prominence&fields=id,name,city', 'country=gh&has=gh_gip&fields=id,name']) {
    const listUrl = `${url}/v1/banks?${parameters}`
    const plain = await download(listUrl, { 'Accept-Encoding': 'identity' })
    assert.equal(plain.answer.headers['cache-control'], 'public, max-age=300')
    const decompress = { gzip: gunzipSync, br: brotliDecompressSync }
    for (const encoding of ['gzip', 'br'] as const) {
      const { answer: response, bytes } = await download(listUrl, { 'Accept-Encoding': encoding })
      const isCompressed = response.headers['content-encoding'] === encoding
      assert.equal(isCompressed, parameters.includes('us'))
      assert.ok((isCompressed ? decompress[encoding](bytes) : bytes).equals(plain.bytes))
      const again = await download(listUrl, {
        'Accept-Encoding': encoding,
        'If-None-Match': response.headers.etag ?? '',
      })
      assert.deepEqual([again.answer.statusCode, again.bytes.length], [304, 0])
      const other = `${listUrl.replace('fields=id,', 'fields=')}`
      const changed = await download(other, {
        'Accept-Encoding': encoding,
        'If-None-Match': response.headers.etag ?? '',
      })
      assert.equal(changed.answer.statusCode, 200)
    }
  }
  const etag = (await query(url, 'has=gh_gip', 'gh')).headers.get('etag') ?? ''
  const again = await fetch(`${url}/v1/banks?has=gh_gip`, {
    method: 'QUERY',
    body: '{"country":"gh"}',
    headers: { 'Content-Type': 'application/json', 'If-None-Match': etag },
  })
  assert.equal(again.status, 304)
})

test('limit returns the first banks of the longer list, in any order', async (t) => {
  const { url } = await startService(t)
  const list = async (parameters: string): Promise<{ count: number; banks: { id: string; bic: string | null }[] }> => {
    const response = await fetch(`${url}/v1/banks?country=ng${parameters}`)
    assert.equal(response.status, 200, parameters)
    return (await response.json()) as Awaited<ReturnType<typeof list>>
  }
  for (const parameters of ['', '&sort=prominence', '&has=ng_nip&sort=prominence', '&has=bic']) {
    const all = await list(parameters)
    const first = await list(`${parameters}&limit=7`)
    assert.equal(first.count, 7)
    assert.deepEqual(first.banks, all.banks.slice(0, 7), parameters)
  }
  const { banks } = await list('&has=bic')
  assert.ok(banks.length > 5 && banks.every(({ bic }) => bic !== null))
  const all = await list('')
  assert.deepEqual((await list('&limit=1000')).banks, all.banks)
})

test('equivalent parameters select the same list', async (t) => {
  const { url } = await startService(t)
  const etagOf = async (parameters: string): Promise<string | null> =>
    // Uncompressed: recompression in the background changes the ETags of the other encodings.
    (
      await fetch(`${url}/v1/banks?country=ng${parameters}`, { headers: { 'Accept-Encoding': 'identity' } })
    ).headers.get('etag')
  const equivalent = [
    ['', '&status=active', '&sort=name', `&fields=${allFields.join()}`, '&status=active&sort=name'],
    ['&type=mobile_money,commercial_bank', '&type=commercial_bank,mobile_money,mobile_money'],
    ['&fields=id,name', '&fields=name,id', '&fields=id,name&sort=name&status=active'],
  ]
  for (const variants of equivalent)
    assert.equal(new Set(await Promise.all(variants.map(etagOf))).size, 1, variants.join(' '))
})

test('POST ignores everything but the country, as in the interface', async (t) => {
  const { url } = await startService(t)
  const post = (path: string, body: string): Promise<string> =>
    fetch(`${url}${path}`, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }).then((response) =>
      response.text(),
    )
  const plain = await post('/v1/banks', '{"country":"gh"}')
  assert.equal(await post('/v1/banks', '{"country":"gh","sort":"prominence","fields":["id"],"has":"code"}'), plain)
})

const invalidParameters: [parameters: string, message: string][] = [
  [
    'has=gh_nip',
    'Invalid value "gh_nip" for the query parameter "has"; send "code", "bic", or a code scheme of GH: gh_sort, gh_gip, flutterwave, gh_prefix, paystack.',
  ],
  [
    // This scheme belongs to another country.
    'has=ng_nip',
    'Invalid value "ng_nip" for the query parameter "has"; send "code", "bic", or a code scheme of GH: gh_sort, gh_gip, flutterwave, gh_prefix, paystack.',
  ],
  [
    'has=',
    'Invalid value "" for the query parameter "has"; send "code", "bic", or a code scheme of GH: gh_sort, gh_gip, flutterwave, gh_prefix, paystack.',
  ],
  ['rail=br_pix', 'Invalid value "br_pix" for the query parameter "rail"; send a rail of GH: gh_gip.'],
  ['rail=', 'Invalid value "" for the query parameter "rail"; send a rail of GH: gh_gip.'],
  ['rail=gh_gip&rail=gh_gip', 'Invalid value ["gh_gip","gh_gip"] for the query parameter "rail"; send it once.'],
  ['has=code&has=code', 'Invalid value ["code","code"] for the query parameter "has"; send it once.'],
  ['limit=0', 'Invalid value "0" for the query parameter "limit"; send a whole number from 1 to 9999.'],
  ['limit=ten', 'Invalid value "ten" for the query parameter "limit"; send a whole number from 1 to 9999.'],
  ['sort=size', 'Invalid value "size" for the query parameter "sort"; send one of name, prominence.'],
  [
    'fields=id,nmae',
    `Invalid value "nmae" for the query parameter "fields"; send one or more of ${allFields.join(', ')}, rails, separated by commas.`,
  ],
  [
    'fields=',
    `Invalid value "" for the query parameter "fields"; send one or more of ${allFields.join(', ')}, rails, separated by commas.`,
  ],
]

for (const [parameters, message] of invalidParameters) {
  test(`${parameters} gets a 400 that lists the valid values`, async (t) => {
    const { url } = await startService(t)
    const responses = [
      await fetch(`${url}/v1/banks?country=gh&${parameters}`),
      await fetch(`${url}/v1/banks.csv?country=gh&${parameters}`),
      await fetch(`${url}/v1/banks.xlsx?country=gh&${parameters}`),
      await query(url, parameters, 'gh'),
    ]
    for (const response of responses) {
      assert.equal(response.status, 400)
      assert.equal(response.headers.get('error-code'), 'parameter_malformed')
      assert.equal(await response.text(), `${message}\n`)
    }
  })
}
