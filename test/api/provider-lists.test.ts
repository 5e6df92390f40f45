import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { menuIdOf } from '../../src/directory/views/provider-lists.ts'
import { paystackQuerySchema } from '../../src/http/lookups/provider-list-lookup.ts'
import { createKeyCache } from '../../src/keys/key-cache.ts'
import { root } from '../support/services/processes.ts'
import { startService } from '../support/services/service.ts'

interface PaystackList {
  status: boolean
  message: string
  data: Record<string, unknown>[]
  meta?: { next: string | null; previous: string | null; perPage: number }
}

const get = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers })
  return { status: response.status, headers: response.headers, body: (await response.json()) as PaystackList }
}

test('a Paystack list has every key of Paystack, and null for what only Paystack knows', async (t) => {
  const { url } = await startService(t)
  const { status, body } = await get(`${url}/compat/paystack/bank?country=nigeria&include_nip_sort_code=true`)
  assert.equal(status, 200)
  assert.deepEqual([body.status, body.message, body.meta], [true, 'Banks retrieved', undefined])
  assert.deepEqual(
    body.data.find(({ slug }) => slug === 'opay'),
    {
      ...{ id: menuIdOf('ng-opay'), name: 'OPay', slug: 'opay', code: '999992', longcode: null, gateway: null },
      ...{ pay_with_bank: null, supports_transfer: null, available_for_direct_debit: null, active: true },
      ...{ country: 'Nigeria', currency: 'NGN', type: 'nuban', is_deleted: false, createdAt: null, updatedAt: null },
      nip_sort_code: '100004',
    },
  )
  const codeOf = (wanted: string) => body.data.find(({ slug }) => slug === wanted)?.code
  assert.deepEqual(['access-bank', 'wema-bank', 'globus-bank'].map(codeOf), ['044', '035', '00103'])
})

test('the country, the currency and the type select banks; Nigeria is the default', async (t) => {
  const { url } = await startService(t)
  const list = async (query: string) => (await get(`${url}/compat/paystack/bank${query}`)).body.data
  assert.deepEqual(await list(''), await list('?country=NG'))
  assert.deepEqual(await list('?currency=GHS'), await list('?country=ghana'))
  assert.deepEqual((await list('?country=ghana&type=mobile_money')).map(({ code }) => code).sort(), [
    'ATL',
    'MTN',
    'VOD',
  ])
  assert.deepEqual(await list('?country=ghana&type=ghipps'), await list('?country=ghana&type=ghipss'))
  assert.ok((await list('?country=ghana&type=ghipps')).length > 15)
  assert.deepEqual(await list('?type=ghipss'), [])
  assert.ok((await list('?currency=ZAR&pay_with_bank=false')).every(({ type }) => type === 'basa'))
  assert.ok((await list('?country=kenya')).some(({ code, type }) => code === 'MPESA' && type === 'mobile_money'))
})

test('the page has every parameter in its tables', () => {
  const text = readFileSync(join(root, 'docs/site/1.0/compat.md'), 'utf8')
  const rows = text.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)
  const names = [...rows].flatMap(([, cell = '']) => cell.match(/\w+/g) ?? [])
  assert.deepEqual(names.toSorted(), Object.keys(paystackQuerySchema.properties).toSorted())
})

test('pages and cursors lead through the whole list once', async (t) => {
  const { url } = await startService(t)
  const path = `${url}/compat/paystack/bank`
  const all = (await get(path)).body.data.map(({ id }) => id)
  assert.deepEqual(
    (await get(`${path}?perPage=10&page=2`)).body.data.map(({ id }) => id),
    all.slice(10, 20),
  )
  // Without a size, all pages have the same one.
  for (const [page, begin] of [0, 50].entries())
    assert.deepEqual(
      (await get(`${path}?page=${page + 1}`)).body.data.map(({ id }) => id),
      all.slice(begin, begin + 50),
    )
  const seen: unknown[] = []
  let query = '?use_cursor=true&perPage=70'
  for (let pages = 0; pages < 10 && query !== ''; pages++) {
    const { data, meta } = (await get(path + query)).body
    seen.push(...data.map(({ id }) => id))
    query = meta?.next ? `?use_cursor=true&perPage=70&next=${meta.next}` : ''
  }
  assert.deepEqual(seen, all)
  const second = (await get(`${path}?perPage=10&page=2&use_cursor=true`)).body
  const first = (await get(`${path}?perPage=10&previous=${second.meta?.previous}`)).body
  assert.deepEqual(
    first.data.map(({ id }) => id),
    all.slice(0, 10),
  )
  assert.equal(first.meta?.previous, null)
})

test('a Flutterwave list has the number, the code and the name of each bank', async (t) => {
  const { url } = await startService(t)
  const { body } = await get(`${url}/compat/flutterwave/v3/banks/GH`)
  assert.deepEqual([body.status, body.message], ['success', 'Banks fetched successfully'])
  const gcb = { id: menuIdOf('gh-gcb'), code: 'GH040100', name: 'GCB Bank' }
  assert.deepEqual(
    body.data.find(({ code }) => code === gcb.code),
    gcb,
  )
})

test('every bank in a list has one row with a code of the provider and a number of its own', async (t) => {
  const { url } = await startService(t)
  const paths = ['nigeria', 'ghana', 'kenya', 'za'].map((country) => `paystack/bank?country=${country}`)
  for (const path of [...paths, ...['NG', 'GH', 'KE', 'UG', 'TZ'].map((code) => `flutterwave/v3/banks/${code}`)]) {
    const { data } = (await get(`${url}/compat/${path}`)).body
    assert.ok(data.length > 20, path)
    assert.equal(new Set(data.map(({ id }) => id)).size, data.length, path)
    assert.equal(new Set(data.map(({ code }) => code)).size, data.length, path)
    assert.ok(data.every(({ id, code }) => Number(id) >= 1e9 && Number(id) < 2 ** 31 && typeof code === 'string'))
  }
})

test('errors have the shape of the provider and say what to send', async (t) => {
  const { url } = await startService(t)
  const errors: [path: string, status: number, message: RegExp][] = [
    ['paystack/bank?contry=ghana', 400, /^Unknown query parameter "contry"; this endpoint accepts country, currency,/],
    ['paystack/bank?perPage=101', 400, /^Invalid value "101" for the query parameter "perPage"; send a whole number/],
    ['paystack/bank?pay_with_bank=true', 400, /does not know "pay_with_bank".*Paystack\.$/],
    ['paystack/bank?gateway=emandate', 400, /does not know "gateway"/],
    ['paystack/bank?pay_with_bank_transfer=true', 400, /does not know "pay_with_bank_transfer"/],
    ['paystack/bank?currency=ZAR&enabled_for_verification=true', 400, /does not know "enabled_for_verification"/],
    ['paystack/bank?country=ghana&currency=NGN', 400, /"currency"; send the currency of the country: NGN \(Nigeria\)/],
    ['paystack/bank?next=x', 400, /"next"; send a cursor from the meta of a response/],
    ['paystack/bank?previous=x', 400, /"previous"; send a cursor from the meta of a response/],
    ['paystack/bank?country=de', 404, /no bank codes of Paystack for Germany; it has them for NG, GH, /],
    ['paystack/bank?country=eu', 404, /no bank codes of Paystack/],
    ['paystack/bank?country=atlantis', 404, /atlantis/],
    ['paystack/bank/resolve?account_number=0001234567&bank_code=058', 501, /only Paystack does\. .*api\.paystack\.co/],
    ['paystack/transfer', 404, /^Unknown path/],
    ['flutterwave/v3/banks/DE', 404, /no bank codes of Flutterwave for Germany/],
    ['flutterwave/v3/banks/NG?x=1', 400, /^Unknown query parameter "x"/],
    ['flutterwave/v3/banks/280/branches', 501, /only Flutterwave does/],
  ]
  for (const [path, status, message] of errors) {
    for (const accept of ['*/*', 'text/html,application/xhtml+xml']) {
      const { body, ...response } = await get(`${url}/compat/${path}`, { Accept: accept })
      assert.equal(response.status, status, path)
      assert.match(response.headers.get('content-type') ?? '', /^application\/json/, path)
      const isPaystack = path.startsWith('paystack')
      assert.deepEqual(body, { ...body, ...(isPaystack ? { status: false } : { status: 'error', data: null }) }, path)
      assert.deepEqual(Object.keys(body), isPaystack ? ['status', 'message'] : ['status', 'message', 'data'], path)
      assert.match(body.message, message, path)
      assert.doesNotMatch(body.message, /0001234567/)
    }
  }
})

test('a secret of the provider is neither read as a key nor written to the log', async (t) => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const keys = createKeyCache()
  keys.replace([])
  const { url } = await startService(t, {
    keys,
    log: { level: 'trace', stream },
    quotas: { anonymous: 100, keyed: 1_000 },
  })
  const secret = 'sk_live_0123456789abcdef0123456789abcdef01234567'
  const paths = ['paystack/bank', 'paystack/bank?x=1', 'paystack/bank/resolve', 'flutterwave/v3/banks/NG', 'x']
  for (const path of paths) {
    for (const headers of [
      { Authorization: `Bearer ${secret}` },
      { Authorization: `Bearer ${secret}`, 'X-Public-Hash-Key': 'another' },
    ]) {
      const response = await fetch(`${url}/compat/${path}`, { headers })
      assert.notEqual(response.status, 401, path)
      assert.match(response.headers.get('ratelimit-policy') ?? '', /100/, path)
      assert.doesNotMatch(await response.text(), /sk_live/, path)
    }
  }
  assert.ok(lines.length >= paths.length)
  assert.doesNotMatch(lines.join(''), /sk_live|another/)
  for (const path of [
    '//compat/paystack/bank',
    '/compat//paystack/bank',
    '/%63ompat/paystack/bank',
    '/%2Fcompat/paystack',
  ]) {
    const { status, body } = await get(url + path, { Authorization: `Bearer ${secret}` })
    assert.equal(status, path === '/%63ompat/paystack/bank' ? 200 : 404, path)
    assert.deepEqual(Object.keys(body).slice(0, 2), ['status', 'message'], path)
    assert.doesNotMatch(JSON.stringify(body), /sk_live/, path)
  }
  assert.doesNotMatch(lines.join(''), /sk_live/)
  // Elsewhere, the same header is a malformed key.
  const elsewhere = await fetch(`${url}/v1/banks?country=ng`, { headers: { Authorization: `Bearer ${secret}` } })
  assert.equal(elsewhere.status, 401)
})

test('a client over its rate limit gets an error in the shape of the provider', async (t) => {
  const { url } = await startService(t, { quotas: { anonymous: 1, keyed: 1 } })
  await get(`${url}/compat/paystack/bank`)
  const { status, headers, body } = await get(`${url}/compat/paystack/bank`)
  assert.deepEqual([status, body.status], [429, false])
  assert.match(body.message, /^Rate limit exceeded/)
  assert.ok(headers.get('retry-after'))
})

test('lists have an ETag, may be cached, and are open to web pages', async (t) => {
  const { url } = await startService(t)
  const first = await fetch(`${url}/compat/flutterwave/v3/banks/NG`)
  assert.equal(first.headers.get('access-control-allow-origin'), '*')
  assert.match(first.headers.get('cache-control') ?? '', /^public/)
  const headers = { 'If-None-Match': first.headers.get('etag') ?? '' }
  assert.equal((await fetch(`${url}/compat/flutterwave/v3/banks/NG`, { headers })).status, 304)
})
