import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readDataset } from '../../src/dataset/dataset.ts'
import { createDirectory } from '../../src/directory/directory.ts'
import type { Bank, BankDetail } from '../../src/directory/records/bank.ts'
import type { SupportedCountry } from '../../src/directory/records/country.ts'
import { packDirectory } from '../../src/directory/storage/packed-directory.ts'
import type { Reading } from '../support/resolve-helpers.ts'
import { temporaryFolder } from '../support/services/processes.ts'
import { dataFolder, postJson, startService } from '../support/services/service.ts'

const source = {
  id: 'own-list',
  title: 'Our own list',
  publisher: 'Us',
  date: '2026-11-01',
  licence: 'internal',
  redistribution: 'restricted',
  countries: ['KE', 'TR'],
  fields: ['name', 'code'],
}

const scheme = (id: string, label: string, pattern: string, isInIban: boolean) => ({
  id,
  label,
  country: id.slice(0, 2).toUpperCase(),
  pattern,
  issuer: 'The central bank',
  level: 'bank',
  use: 'payment',
  used_for: 'domestic transfers',
  iban_bank_code: isInIban,
})

const kenya = {
  code: 'KE',
  alpha3: 'KEN',
  name: 'Kenya',
  cities: { Nairobi: [] },
  also: ['KX'],
  kind: 'country',
  currency: 'KES',
  calling_code: '+254',
  iban: false,
  code_schemes: ['ke_code'],
  clearing_prefix: 'KE',
  account_number: { label: 'Account number', pattern: '^\\d{10,14}$' },
}

/** A country with IBANs: the structure comes from the registry, the bank codes from the overlay. */
const turkey = {
  code: 'TR',
  alpha3: 'TUR',
  name: 'Turkey',
  kind: 'country',
  currency: 'TRY',
  iban: true,
  code_schemes: ['tr_code'],
  account_number: { label: 'IBAN', pattern: '^TR\\d{2}\\d{5}\\d[A-Z0-9]{16}$', example: 'TR330006100519786457841326' },
}

const bank = (id: string, name: string, code: string, more: object = {}) => ({
  id,
  name,
  country: id.slice(0, 2).toUpperCase(),
  type: 'commercial_bank',
  codes: [{ scheme: `${id.slice(0, 2)}_code`, value: code, source: 'own-list' }],
  status: 'active',
  confidence: 'high',
  sources: ['own-list'],
  ...more,
})

const range = (id: string, first: string, last: string, holder: string, evidence: string) => ({
  scheme: id,
  first,
  last,
  banks: [holder],
  evidence,
  source: 'own-list',
})

function writeOverlay(t: TestContext): string {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'banks'))
  const write = (name: string, rows: object): void => writeFileSync(join(folder, name), JSON.stringify(rows))
  const writeBanks = (country: string, rows: object[]): void =>
    writeFileSync(join(folder, `banks/${country}.jsonl`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  write('sources.json', [source])
  write('countries.json', [kenya, turkey])
  write('schemes.json', [
    scheme('ke_code', 'Bank code of Kenya', '^\\d{2}$', false),
    scheme('ke_branch', 'Branch code of Kenya', '^\\d{5}$', false),
    scheme('tr_code', 'Banka kodu', '^\\d{5}$', true),
  ])
  write('code-ranges.json', [
    range('gb_sort_code', '990000', '999999', 'gb-monzo-bank', 'seen'),
    range('ke_branch', '68000', '68999', 'ke-equity', 'assigned'),
    range('se_clearing', '5100', '5199', 'se-nordea', 'assigned'),
  ])
  writeBanks('ke', [bank('ke-equity', 'Equity Bank Kenya', '68'), bank('ke-kcb', 'KCB Bank Kenya', '01')])
  writeBanks('tr', [bank('tr-first', 'First Bank of Turkey', '00061')])
  return folder
}

async function startWithOverlay(t: TestContext) {
  const directory = createDirectory(packDirectory(readDataset(dataFolder, writeOverlay(t))))
  const { url } = await startService(t, { directory })
  const getJson = async <Body>(path: string): Promise<Body> => (await fetch(`${url}${path}`)).json() as Promise<Body>
  const firstReading = async (identifier: string, country?: string): Promise<Reading> => {
    const response = await postJson(`${url}/v1/resolve`, JSON.stringify({ identifier, country }))
    const { readings } = (await response.json()) as { readings: Reading[] }
    return readings[0] ?? assert.fail(`${identifier} has no reading`)
  }
  return { url, getJson, firstReading }
}

const summaryOf = ({ kind, scheme: id, verdict, banks: [first] }: Reading): string =>
  [id ?? kind, verdict, first?.id].filter(Boolean).join(' ')

test('a country from an overlay can be listed and searched like any other', async (t) => {
  const { url, getJson } = await startWithOverlay(t)
  const list = (await (await postJson(`${url}/v1/banks`, '{"country":"ke"}')).json()) as {
    banks: { id: string; code: string; code_scheme: string }[]
  }
  assert.deepEqual(
    list.banks.map(({ id, code, code_scheme }) => [id, code, code_scheme]),
    [
      ['ke-equity', '68', 'ke_code'],
      ['ke-kcb', '01', 'ke_code'],
    ],
  )
  const { countries } = await getJson<{ countries: SupportedCountry[] }>('/v1/supported-countries/')
  const listed = countries.find(({ code }) => code === 'KE')
  assert.equal(listed?.bank_codes[0]?.label, 'Bank code of Kenya')
  assert.equal(listed?.account_number.pattern, '^\\d{10,14}$')
  for (const query of ['kcb&country=ke', 'equty&country=ke', 'kcb nairobi', '68&country=ke', 'equity kenya']) {
    const { banks } = await getJson<{ banks: Bank[] }>(`/v1/search?q=${query.replaceAll(' ', '+')}`)
    assert.match(banks[0]?.id ?? '', /^ke-/, query)
  }
  const detail = await getJson<BankDetail>('/v1/banks/ke-kcb')
  assert.equal(detail.code_details[0]?.label, 'Bank code of Kenya')
  assert.match(await (await fetch(`${url}/coverage`)).text(), /Kenya/)
})

test('codes and account numbers in a country from an overlay are resolved by its patterns', async (t) => {
  const { firstReading } = await startWithOverlay(t)
  for (const [identifier, country, expected] of [
    ['01', 'ke', 'ke_code valid ke-kcb'],
    ['68', 'kx', 'ke_code valid ke-equity'],
    ['//KE68', undefined, 'ke_code valid ke-equity'],
    ['1', 'ke', 'ke_code invalid'],
    ['99', 'ke', 'ke_code unknown'],
    ['bank code 68', 'ke', 'ke_code valid ke-equity'],
    ['1234567890', 'ke', 'account_number possible'],
    ['account 1234567890', 'ke', 'account_number possible'],
    ['123456789', 'ke', 'account_number invalid'],
    ['123456789012345', 'ke', 'account_number invalid'],
    ['TR33 0006 1005 1978 6457 8413 26', undefined, 'iban valid tr-first'],
    ['0006100519786457841326', 'tr', 'account_number valid tr-first'],
    ['00061', 'tr', 'tr_code valid tr-first'],
    ['99-00-01', 'gb', 'gb_sort_code possible gb-monzo-bank'],
    ['68123', 'ke', 'ke_branch valid ke-equity'],
    ['67123', 'ke', 'ke_branch unknown'],
    ['5099', 'se', 'se_clearing valid se-seb'],
    ['5150', 'se', 'se_clearing valid se-nordea'],
    ['5200', 'se', 'se_clearing valid se-seb'],
  ] as const) {
    assert.equal(summaryOf(await firstReading(identifier, country)), expected, identifier)
  }
  assert.equal((await firstReading('1', 'ke')).suggestion, '01')
})
