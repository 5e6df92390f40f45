/** Payment rails in responses, and the parameter `rail` of lists, files and search. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BankDetail } from '../../src/directory/records/bank-record.ts'
import { bankFieldsListSchema } from '../../src/directory/records/list-schemas.ts'
import { download, readRows, values } from '../support/bank-files.ts'
import { records } from '../support/data/shipped-records.ts'
import { assertFits } from '../support/schemas.ts'
import { postJson, shippedDirectory, startService } from '../support/services/service.ts'
import { wholeProcess } from '../support/whole-process-context.ts'

const { url } = await startService(wholeProcess)

const get = async <Result>(path: string): Promise<Result> => (await (await fetch(url + path)).json()) as Result
const post = async <Result>(path: string, body: object): Promise<Result> =>
  (await (await postJson(url + path, JSON.stringify(body))).json()) as Result

interface Banks {
  count: number
  banks: BankDetail[]
}

const ids = ({ banks }: Banks): string[] => banks.map(({ id }) => id)

/** The ids of the banks with a current code in the scheme. */
const holding = (scheme: string): Set<string> =>
  new Set(
    records
      .filter(({ codes = [] }) => codes.some((code) => code.scheme === scheme && code.status === undefined))
      .map(({ id }) => id),
  )

test('a list with `rail` has the banks of the list of participants, or of the scheme', async () => {
  const counted = async (country: string, rail: string): Promise<number> =>
    (await get<Banks>(`/v1/banks?country=${country}&status=any&rail=${rail}`)).count
  const expected = {
    br: { br_pix: 870, br_str: 459 },
    in: { in_neft: 1_174, in_rtgs: 1_174, in_imps: 0, in_upi: 325 },
    au: { au_de: 95, au_hvcs: 93, au_paper: 51 },
    gb: { gb_fps: 366 },
    tz: { tz_tips: 36 },
  }
  for (const [country, rails] of Object.entries(expected)) {
    for (const [rail, count] of Object.entries(rails)) assert.equal(await counted(country, rail), count, rail)
  }
  for (const [country, rail, scheme] of [
    ['us', 'us_wire', 'us_fedwire'],
    ['us', 'us_ach', 'us_aba'],
    ['ng', 'ng_nip', 'ng_nip'],
    ['in', 'in_nach', 'in_npci'],
    ['mx', 'mx_spei', 'mx_spei'],
    ['gh', 'gh_gip', 'gh_gip'],
  ] as const) {
    const all = ids(await get<Banks>(`/v1/banks?country=${country}&status=any&fields=id`))
    const onRail = ids(await get<Banks>(`/v1/banks?country=${country}&status=any&rail=${rail}&fields=id`))
    const holders = holding(scheme)
    assert.deepEqual(
      onRail,
      all.filter((id) => holders.has(id)),
    )
    assert.ok(onRail.length > 30, rail)
  }
})

test('GET, QUERY and CSV filter alike, and with other parameters', async () => {
  const parameters = 'rail=br_pix&type=cooperative_bank&sort=prominence&limit=40'
  const listed = ids(await get<Banks>(`/v1/banks?country=br&${parameters}`))
  assert.equal(listed.length, 40)
  const queried = await fetch(`${url}/v1/banks?${parameters}`, {
    method: 'QUERY',
    body: '{"country":"br"}',
    headers: { 'Content-Type': 'application/json' },
  })
  assert.deepEqual(ids((await queried.json()) as Banks), listed)
  const { bytes } = await download(`${url}/v1/banks.csv?country=br&${parameters}&fields=id,rails`)
  const rows = readRows(bytes)
  assert.deepEqual(
    rows.map(({ id }) => id),
    listed,
  )
  assert.ok(rows.every(({ rails }) => values(rails).includes('br_pix')))
})

test('lists have rails only with `fields=rails`, and they are those of the bank', async () => {
  const plain = await get<Banks>('/v1/banks?country=us&limit=30')
  assert.ok(plain.banks.every((bank) => !('rails' in bank)))
  const list = await get<Banks>('/v1/banks?country=us&limit=30&fields=rails,id')
  assertFits(bankFieldsListSchema, list)
  for (const { id, ...fields } of list.banks) {
    const { rails } = await get<BankDetail>(`/v1/banks/${id}`)
    assert.deepEqual(fields, { rails })
  }
})

test('a bank has the rails of its country only', async () => {
  const { rails } = await get<BankDetail>('/v1/banks/br-nubank')
  assert.deepEqual(rails, [
    { rail: 'br_pix', reachable: true, as_of: '2026-08-22', source: 'br-ispb-2026-08' },
    { rail: 'br_str', reachable: true, as_of: '2026-08-22', source: 'br-ispb-2026-08' },
  ])
  const german = await get<BankDetail>('/v1/banks/de-commerzbank')
  assert.deepEqual(new Set(german.rails.map(({ rail }) => rail.split('_')[0])), new Set(['sepa']))
  assert.deepEqual((await get<BankDetail>('/v1/banks/jp-mizuho-bank')).rails, [])
})

const wire = { rail: 'us_wire', as_of: '2025-12-04', source: 'us-fedwire-2025-12' }

test('a routing number has its own rails, in a reading and in an account check', async () => {
  interface Resolved {
    readings: { rails: BankDetail['rails']; banks: { rails?: BankDetail['rails'] }[] }[]
  }
  const railOf = (rails: BankDetail['rails'] | undefined) => rails?.find(({ rail }) => rail === 'us_wire')
  const { readings } = await post<Resolved>('/v1/resolve?fields=id,rails', { identifier: '111000025' })
  assert.deepEqual(railOf(readings[0]?.rails), { ...wire, reachable: false })
  // The bank has another number for wires.
  assert.deepEqual(railOf(readings[0]?.banks[0]?.rails), { ...wire, reachable: true })
  for (const [routing_number, reachable] of [
    ['111000025', false],
    ['026009593', true],
  ] as const) {
    const fields = { routing_number, account_number: '12345678', account_type: 'checking' }
    const checked = await post<{ rails: BankDetail['rails'] }>('/v1/accounts/check', {
      country: 'us',
      method: 'us_ach',
      fields,
    })
    assert.deepEqual(railOf(checked.rails), { ...wire, reachable }, routing_number)
  }
})

test('a search with `rail` finds only banks on the rail, and counts the results on each', async () => {
  interface Found extends Banks {
    total: number
    facets: { rail: { value: string; count: number }[] }
  }
  const found = await get<Found>('/v1/search?q=banco&country=br&limit=100&status=active&facets=rail')
  const pix = await get<Found>('/v1/search?q=banco&country=br&limit=100&status=active&rail=br_pix&facets=rail')
  const { facets } = found
  assert.deepEqual(pix.facets, facets)
  assert.equal(facets.rail.find(({ value }) => value === 'br_pix')?.count, pix.total)
  assert.ok(pix.total > 10 && pix.total < found.total)
  const listed = new Set(ids(await get<Banks>('/v1/banks?country=br&rail=br_pix')))
  assert.ok(pix.banks.length > 10 && ids(pix).every((id) => listed.has(id)))
})

for (const [path, sentence] of [
  ['/v1/banks?country=br&rail=pix', 'send a rail of BR: br_pix, br_str.'],
  ['/v1/banks?country=jp&rail=br_pix', 'send no rail: the directory has none for JP.'],
  ['/v1/search?q=banco&country=br&rail=us_wire', 'send a rail of BR: br_pix, br_str.'],
  [
    '/v1/search?q=banco&rail=pix',
    `send one of ${shippedDirectory()
      .packed.rails.map(({ id }) => id)
      .join(', ')}.`,
  ],
] as const) {
  test(`${path} gets a sentence that names the rails`, async () => {
    const response = await fetch(url + path)
    assert.equal(response.status, 400)
    assert.equal(response.headers.get('error-code'), 'parameter_malformed')
    const text = await response.text()
    assert.ok(text.endsWith(`for the query parameter "rail"; ${sentence}\n`), text)
  })
}
