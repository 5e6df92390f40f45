/** Lists of banks by their parameters: has, sort and fields, alone and together, as JSON by GET and QUERY and as CSV. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Bank, bankSchema, bankTypes, listedTypes } from '../../src/directory/records/bank.ts'
import { bankFieldsListSchema, bankListSchema } from '../../src/http/routes/banks.ts'
import { download, readRows, values } from '../support/csv-table.ts'
import { shippedFinder } from '../support/data/shipped-finder.ts'
import { assertFits } from '../support/schemas.ts'
import { shippedDirectory, startService } from '../support/services/service.ts'

interface BankList {
  country: string
  count: number
  banks: Bank[]
}

const allFields = Object.keys(bankSchema.properties)

async function get(url: string, query: string): Promise<BankList> {
  const answer = await fetch(`${url}/v1/banks?${query}`)
  assert.equal(answer.status, 200, `${query}: ${answer.status}`)
  const list = (await answer.json()) as BankList
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

test('has=code keeps the banks whose code is not null, has=<scheme> those with a current code in it', async (t) => {
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
      assert.deepEqual(
        having.banks,
        all.banks.filter(({ codes }) => scheme in codes),
        scheme,
      )
      assert.ok(having.count > 0)
    }
  }
})

test('official institutions are in a list only if the type is given, also among all types', async (t) => {
  const { url } = await startService(t)
  const officials = await get(url, 'country=us&type=official_institution')
  assert.ok(ids(officials).includes('us-department-of-the-treasury'))
  const usual = await get(url, 'country=us')
  assert.ok(usual.banks.every(({ type }) => type !== 'official_institution'))
  const types = bankTypes.join()
  assert.equal((await get(url, `country=us&type=${types}`)).count, usual.count + officials.count)
  const listed = listedTypes.join()
  assert.equal((await get(url, `country=us&type=${listed}`)).count, usual.count)
})

test('a scheme of the country is known though no bank has a code in it, and one of all countries everywhere', async (t) => {
  const { url } = await startService(t)
  assert.equal((await get(url, 'country=va&has=paystack')).count, 0)
  assert.ok((await get(url, 'country=eu&has=de_blz')).count > 1_000)
})

test('sort=prominence puts the banks first that search takes for the best known, and those alike by name', async (t) => {
  const { url } = await startService(t)
  const { prominence } = shippedFinder()
  const directory = shippedDirectory()
  const numbers = new Map<string, number>()
  for (const { records } of directory.packed.banks.values()) {
    for (const line of Buffer.from(records).toString().trimEnd().split('\n'))
      numbers.set(JSON.parse(line).id, numbers.size)
  }
  for (const country of ['ng', 'eu']) {
    const byName = ids(await get(url, `country=${country}`))
    const place = new Map(byName.map((id, at) => [id, at]))
    const prominent = ids(await get(url, `country=${country}&sort=prominence`))
    const measure = (id: string): number => prominence[numbers.get(id) as number] as number
    assert.deepEqual(
      prominent,
      byName.toSorted((a, b) => measure(b) - measure(a) || (place.get(a) as number) - (place.get(b) as number)),
    )
  }
  const nigerian = ids(await get(url, 'country=ng&sort=prominence')).slice(0, 10)
  for (const id of ['ng-access-bank', 'ng-gtbank', 'ng-zenith-bank', 'ng-uba']) assert.ok(nigerian.includes(id), id)
})

test('fields gives only these, in the order of a whole bank, whatever their order in the request', async (t) => {
  const { url } = await startService(t)
  const whole = await get(url, 'country=ng')
  for (const fields of [
    'id',
    'code,name,id',
    'codes,id,aliases',
    'confidence,status,id,id',
    allFields.toReversed().join(),
  ]) {
    const list = await get(url, `country=ng&fields=${fields}`)
    const wanted = allFields.filter((field) => fields.split(',').includes(field)) as (keyof Bank)[]
    assertFits(bankFieldsListSchema, list)
    assert.deepEqual(
      list.banks.map((bank) => Object.entries(bank)),
      whole.banks.map((bank) => wanted.map((field) => [field, bank[field]])),
    )
  }
})

test('the parameters combine', async (t) => {
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

/** Each of the parameters alone, and all of them. */
const someLists = [
  'status=any',
  'type=mobile_money,commercial_bank',
  'has=code',
  'has=ng_nip',
  'sort=prominence',
  'fields=id,name,code',
  'status=any&type=microfinance_bank&has=ng_nip&sort=prominence&fields=id,name,codes,bic',
]

test('GET, HEAD and QUERY answer alike, and CSV has the same banks in the same order', async (t) => {
  const { url } = await startService(t)
  for (const parameters of someLists) {
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

test('in CSV, fields chooses the columns, and codes stands for the columns of all schemes', async (t) => {
  const { url } = await startService(t)
  const headers = async (fields: string): Promise<string[]> => {
    const { bytes } = await download(`${url}/v1/banks.csv?country=ng&fields=${fields}`)
    return bytes.toString().slice(1).split('\r\n', 1)[0]?.split(',') ?? []
  }
  const schemes = shippedDirectory()
    .findCountry('ng')
    ?.bank_codes.map(({ scheme }) => scheme)
  assert.deepEqual(await headers('code,id'), ['id', 'code'])
  assert.deepEqual(await headers('bic,codes,id'), ['id', ...(schemes ?? []), 'bic'])
})

test('a list that is chosen has a tag, is compressed and kept like every list', async (t) => {
  const { url } = await startService(t)
  // A large one and a small one.
  for (const parameters of ['country=us&sort=prominence&fields=id,name,city', 'country=gh&has=gh_gip&fields=id,name']) {
    const address = `${url}/v1/banks?${parameters}`
    const plain = await download(address, { 'Accept-Encoding': 'identity' })
    assert.equal(plain.answer.headers['cache-control'], 'public, max-age=300')
    const unpacked = { gzip: gunzipSync, br: brotliDecompressSync }
    for (const coding of ['gzip', 'br'] as const) {
      const { answer, bytes } = await download(address, { 'Accept-Encoding': coding })
      const isPacked = answer.headers['content-encoding'] === coding
      assert.equal(isPacked, parameters.includes('us'))
      assert.ok((isPacked ? unpacked[coding](bytes) : bytes).equals(plain.bytes))
      const again = await download(address, { 'Accept-Encoding': coding, 'If-None-Match': answer.headers.etag ?? '' })
      assert.deepEqual([again.answer.statusCode, again.bytes.length], [304, 0])
      const other = `${address.replace('fields=id,', 'fields=')}`
      const changed = await download(other, { 'Accept-Encoding': coding, 'If-None-Match': answer.headers.etag ?? '' })
      assert.equal(changed.answer.statusCode, 200)
    }
  }
  const tag = (await query(url, 'has=gh_gip', 'gh')).headers.get('etag') ?? ''
  const again = await fetch(`${url}/v1/banks?has=gh_gip`, {
    method: 'QUERY',
    body: '{"country":"gh"}',
    headers: { 'Content-Type': 'application/json', 'If-None-Match': tag },
  })
  assert.equal(again.status, 304)
})

test('the same list asked for in other words is one list', async (t) => {
  const { url } = await startService(t)
  const tagOf = async (parameters: string): Promise<string | null> =>
    // In the other codings the ready list gets a better form, and so another tag, once there is time.
    (
      await fetch(`${url}/v1/banks?country=ng${parameters}`, { headers: { 'Accept-Encoding': 'identity' } })
    ).headers.get('etag')
  const same = [
    ['', '&status=active', '&sort=name', `&fields=${allFields.join()}`, '&status=active&sort=name'],
    ['&type=mobile_money,commercial_bank', '&type=commercial_bank,mobile_money,mobile_money'],
    ['&fields=id,name', '&fields=name,id', '&fields=id,name&sort=name&status=active'],
  ]
  for (const words of same) assert.equal(new Set(await Promise.all(words.map(tagOf))).size, 1, words.join(' '))
})

test('POST takes the country and nothing else, as the interface has it', async (t) => {
  const { url } = await startService(t)
  const post = (path: string, body: string): Promise<string> =>
    fetch(`${url}${path}`, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }).then((answer) =>
      answer.text(),
    )
  const plain = await post('/v1/banks', '{"country":"gh"}')
  assert.equal(await post('/v1/banks', '{"country":"gh","sort":"prominence","fields":["id"],"has":"code"}'), plain)
})

const wrong: [parameters: string, sentence: string][] = [
  [
    'has=gh_nip',
    'The query parameter "has" is "gh_nip"; give "code", or a code scheme of GH: gh_sort, gh_gip, gh_prefix, paystack.',
  ],
  [
    // A scheme of another country.
    'has=ng_nip',
    'The query parameter "has" is "ng_nip"; give "code", or a code scheme of GH: gh_sort, gh_gip, gh_prefix, paystack.',
  ],
  [
    'has=',
    'The query parameter "has" is ""; give "code", or a code scheme of GH: gh_sort, gh_gip, gh_prefix, paystack.',
  ],
  ['has=code&has=code', 'The query parameter "has" is ["code","code"]; give it once.'],
  ['sort=size', 'The query parameter "sort" is "size"; give one of name, prominence.'],
  [
    'fields=id,nmae',
    `The query parameter "fields" is "nmae"; give one or more of ${allFields.join(', ')}, separated by commas.`,
  ],
  ['fields=', `The query parameter "fields" is ""; give one or more of ${allFields.join(', ')}, separated by commas.`],
]

for (const [parameters, sentence] of wrong) {
  test(`${parameters} gets a 400 that says what is possible`, async (t) => {
    const { url } = await startService(t)
    const answers = [
      await fetch(`${url}/v1/banks?country=gh&${parameters}`),
      await fetch(`${url}/v1/banks.csv?country=gh&${parameters}`),
      await query(url, parameters, 'gh'),
    ]
    for (const answer of answers) {
      assert.equal(answer.status, 400)
      assert.equal(answer.headers.get('error-code'), 'parameter_malformed')
      assert.equal(await answer.text(), `${sentence}\n`)
    }
  })
}
