/** The regions SEPA and EEA as countries of requests. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Bank } from '../../src/directory/records/bank-record.ts'
import {
  bankListSchema,
  type SupportedCountries,
  supportedCountriesSchema,
} from '../../src/directory/records/list-schemas.ts'
import { nameKey } from '../../src/directory/storage/name-order.ts'
import { assertFits } from '../support/schemas.ts'
import { postJson, shippedDirectory, startService } from '../support/services/service.ts'

interface BankList {
  country: string
  count: number
  banks: Bank[]
}

const getList = async (url: string, query: string): Promise<BankList> =>
  (await (await fetch(`${url}/v1/banks?${query}`)).json()) as BankList

test('regions with long codes are apart from the countries, which all have two letters', async (t) => {
  const { url } = await startService(t)
  const supported = (await (await fetch(`${url}/v1/supported-countries/`)).json()) as SupportedCountries
  assertFits(supportedCountriesSchema, supported)
  assert.ok(supported.countries.every(({ code }) => /^[A-Z]{2}$/.test(code)))
  assert.equal(supported.count, supported.countries.length)
  assert.deepEqual(
    supported.regions.map(({ code, source, as_of }) => [code, source, as_of]),
    [
      ['EEA', 'eu-epc-countries-2025-12', '2025-12-24'],
      ['SEPA', 'eu-epc-countries-2025-12', '2025-12-24'],
    ],
  )
  const counts = new Map(supported.countries.map(({ code, bank_count }) => [code, bank_count]))
  for (const { members, bank_count } of supported.regions) {
    const ofMembers = (members ?? []).map((code) => counts.get(code) as number)
    assert.equal(
      bank_count,
      ofMembers.reduce((sum, count) => sum + count, 0),
    )
  }
})

test('a country is in SEPA if the region has it', async (t) => {
  const { url } = await startService(t)
  const { countries, regions } = (await (await fetch(`${url}/v1/supported-countries/`)).json()) as SupportedCountries
  const members = new Set(regions.find(({ code }) => code === 'SEPA')?.members)
  for (const { code, kind, sepa } of countries) assert.equal(sepa, kind === 'region' || members.has(code), code)
  // Members since 2024 and 2025, and countries with IBANs that are not members.
  const sepaOf = new Map(countries.map(({ code, sepa }) => [code, sepa]))
  assert.deepEqual(
    ['MD', 'ME', 'RS', 'CH', 'GB', 'TR', 'UA', 'BA', 'US'].map((code) => sepaOf.get(code)),
    [true, true, true, true, true, false, false, false, false],
  )
})

test('an IBAN says whether its country is in SEPA, even if the directory has no banks there', async (t) => {
  const { url } = await startService(t)
  const sepaOf = async (identifier: string): Promise<unknown> => {
    const response = await postJson(`${url}/v1/resolve`, JSON.stringify({ identifier }))
    const { readings } = (await response.json()) as { readings: { sepa: boolean | null }[] }
    return readings[0]?.sepa
  }
  // Albania and North Macedonia joined in 2024 and 2025; Türkiye and Kosovo are not members.
  assert.equal(await sepaOf('AL47212110090000000235698741'), true)
  assert.equal(await sepaOf('MK07250120000058984'), true)
  assert.equal(await sepaOf('GI75NWBK000000007099453'), true)
  assert.equal(await sepaOf('RS35260005601001611379'), true)
  assert.equal(await sepaOf('TR330006100519786457841326'), false)
  assert.equal(await sepaOf('XK051212012345678906'), false)
  assert.equal(await sepaOf('DE89370400440532013001'), null)
  assert.equal(await sepaOf('COBADEFF'), null)
})

test('GET, QUERY and POST return the same list of a region, sorted by name across its members', async (t) => {
  const { url } = await startService(t)
  for (const [input, code] of [
    ['SEPA', 'SEPA'],
    [' sepa', 'SEPA'],
    ['eea', 'EEA'],
    ['European Economic Area', 'EEA'],
  ] as const) {
    const body = JSON.stringify({ country: input })
    const got = await (await fetch(`${url}/v1/banks?country=${encodeURIComponent(input)}`)).text()
    const list = JSON.parse(got) as BankList
    assertFits(bankListSchema, list)
    assert.equal(list.country, code)
    const keys = list.banks.map(({ name, id }) => `${nameKey(name)}\0${id}`)
    assert.deepEqual(keys, keys.toSorted())
    assert.equal(await (await postJson(`${url}/v1/banks`, body)).text(), got)
    const init = { method: 'QUERY', body, headers: { 'Content-Type': 'application/json' } }
    assert.equal(await (await fetch(`${url}/v1/banks`, init)).text(), got)
  }
})

test('the list of a region has the banks of its members, and its parts are the lists of the EU and of each member', async (t) => {
  const { url } = await startService(t)
  const sepa = await getList(url, 'country=sepa')
  const eea = await getList(url, 'country=eea')
  const eu = await getList(url, 'country=eu')
  const within = (list: BankList, part: BankList): Bank[] => {
    const countries = new Set(part.banks.map(({ country }) => country))
    return list.banks.filter(({ country }) => countries.has(country))
  }
  assert.deepEqual(within(sepa, eea), eea.banks)
  assert.deepEqual(within(eea, eu), eu.banks)
  assert.ok(sepa.count > eea.count && eea.count > eu.count)
  for (const country of ['de', 'gb', 'rs']) {
    const list = await getList(url, `country=${country}`)
    assert.deepEqual(within(sepa, list), list.banks)
  }
})

test('all banks in SEPA with a BIC are one call', async (t) => {
  const { url } = await startService(t)
  const { banks } = await getList(url, 'country=SEPA')
  const withBic = await getList(url, 'country=SEPA&has=bic')
  assert.deepEqual(
    withBic.banks,
    banks.filter(({ bic }) => bic !== null),
  )
  assert.ok(withBic.count > 3_000)
})

test('files, search, resolve, account requirements and changes accept a region', async (t) => {
  const { url } = await startService(t)
  const csv = await (await fetch(`${url}/v1/banks.csv?country=eea&fields=id&limit=10`)).text()
  assert.equal(csv.trimEnd().split('\r\n').length, 11)
  const found = (await (await fetch(`${url}/v1/search?q=raiffeisen&country=sepa&limit=100`)).json()) as BankList
  assert.equal(found.country, 'SEPA')
  assert.ok(found.banks.some(({ country }) => country === 'CH'))
  const inEea = (await (await fetch(`${url}/v1/search?q=raiffeisen&country=eea&limit=100`)).json()) as BankList
  assert.ok(inEea.banks.length > 0 && inEea.banks.every(({ country }) => country !== 'CH'))
  const resolved = await postJson(`${url}/v1/resolve`, '{"identifier":"37040044","country":"sepa"}')
  const { readings } = (await resolved.json()) as { readings: { scheme: string }[] }
  assert.equal(readings[0]?.scheme, 'de_blz')
  const account = { country: 'sepa', method: 'sepa_iban', fields: { iban: 'DE89370400440532013000' } }
  const checked = await postJson(`${url}/v1/accounts/check`, JSON.stringify(account))
  assert.equal(((await checked.json()) as { verdict: string }).verdict, 'valid')
  const changes = await fetch(`${url}/v1/changes?country=sepa&since=${shippedDirectory().revision}`)
  assert.deepEqual([changes.status, ((await changes.json()) as { count: number }).count], [200, 0])
})
