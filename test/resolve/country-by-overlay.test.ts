import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readDataset } from '../../src/dataset/dataset.ts'
import { createDirectory } from '../../src/directory/lookups.ts'
import type { Bank, BankDetail } from '../../src/directory/records/bank-record.ts'
import type { SupportedCountry } from '../../src/directory/records/country-record.ts'
import { packDirectory } from '../../src/directory/storage/packed-directory.ts'
import type { Reading } from '../support/resolve-helpers.ts'
import { temporaryFolder } from '../support/services/processes.ts'
import { dataFolder, postJson, startService } from '../support/services/service.ts'
import { wholeProcess } from '../support/whole-process-context.ts'

const source = {
  id: 'own-list',
  title: 'Our own list',
  publisher: 'Us',
  date: '2026-11-01',
  licence: 'internal',
  redistribution: 'restricted',
  countries: ['FJ', 'LB'],
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

const fiji = {
  code: 'FJ',
  alpha3: 'FJI',
  name: 'Fiji',
  cities: { Suva: [] },
  also: ['FX'],
  kind: 'country',
  currency: 'FJD',
  calling_code: '+679',
  iban: false,
  code_schemes: ['fj_code'],
  clearing_prefix: 'FJ',
  account_number: { label: 'Account number', pattern: '^\\d{10,14}$' },
}

/** A country with IBANs: the structure comes from the registry, the bank codes from the overlay. */
const lebanon = {
  code: 'LB',
  alpha3: 'LBN',
  name: 'Lebanon',
  kind: 'country',
  currency: 'LBP',
  iban: true,
  code_schemes: ['lb_code'],
  account_number: { label: 'IBAN', pattern: '^LB\\d{2}\\d{4}[A-Z0-9]{20}$', example: 'LB62099900000001001901229114' },
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

function writeOverlay(t: Pick<TestContext, 'after'>): string {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'banks'))
  const write = (name: string, rows: object): void => writeFileSync(join(folder, name), JSON.stringify(rows))
  const writeBanks = (country: string, rows: object[]): void =>
    writeFileSync(join(folder, `banks/${country}.jsonl`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  write('sources.json', [source])
  write('countries.json', [fiji, lebanon])
  write('schemes.json', [
    scheme('fj_code', 'Bank code of Fiji', '^\\d{2}$', false),
    scheme('fj_branch', 'Branch code of Fiji', '^\\d{5}$', false),
    scheme('lb_code', 'Bank code of Lebanon', '^\\d{4}$', true),
  ])
  write('code-ranges.json', [
    range('fj_branch', '68000', '68999', 'fj-westpac', 'assigned'),
    range('gb_sort_code', '990000', '999999', 'gb-monzo-bank', 'seen'),
    range('se_clearing', '5100', '5199', 'se-nordea', 'assigned'),
  ])
  writeBanks('fj', [bank('fj-hfc', 'HFC Bank Fiji', '01'), bank('fj-westpac', 'Westpac Fiji', '68')])
  writeBanks('lb', [bank('lb-first', 'First Bank of Lebanon', '0999')])
  return folder
}

async function startWithOverlay() {
  const directory = createDirectory(packDirectory(readDataset(dataFolder, writeOverlay(wholeProcess))))
  const { url } = await startService(wholeProcess, { directory })
  const getJson = async <Body>(path: string): Promise<Body> => (await fetch(`${url}${path}`)).json() as Promise<Body>
  const firstReading = async (identifier: string, country?: string): Promise<Reading> => {
    const response = await postJson(`${url}/v1/resolve`, JSON.stringify({ identifier, country }))
    const { readings } = (await response.json()) as { readings: Reading[] }
    return readings[0] ?? assert.fail(`${identifier} has no reading`)
  }
  return { url, getJson, firstReading }
}

/** Both tests share one service: its indexes take seconds to build. */
const { url, getJson, firstReading } = await startWithOverlay()

const summaryOf = ({ kind, scheme: id, verdict, banks: [first] }: Reading): string =>
  [id ?? kind, verdict, first?.id].filter(Boolean).join(' ')

test('a country from an overlay can be listed and searched like any other', async () => {
  const list = (await (await postJson(`${url}/v1/banks`, '{"country":"fj"}')).json()) as {
    banks: { id: string; code: string; code_scheme: string }[]
  }
  assert.deepEqual(
    list.banks.map(({ id, code, code_scheme }) => [id, code, code_scheme]),
    [
      ['fj-hfc', '01', 'fj_code'],
      ['fj-westpac', '68', 'fj_code'],
    ],
  )
  const { countries } = await getJson<{ countries: SupportedCountry[] }>('/v1/supported-countries/')
  const listed = countries.find(({ code }) => code === 'FJ')
  assert.equal(listed?.bank_codes[0]?.label, 'Bank code of Fiji')
  assert.equal(listed?.account_number.pattern, '^\\d{10,14}$')
  for (const query of ['hfc&country=fj', 'wespac&country=fj', 'hfc suva', '68&country=fj', 'westpac fiji']) {
    const { banks } = await getJson<{ banks: Bank[] }>(`/v1/search?q=${query.replaceAll(' ', '+')}`)
    assert.match(banks[0]?.id ?? '', /^fj-/, query)
  }
  const detail = await getJson<BankDetail>('/v1/banks/fj-hfc')
  assert.equal(detail.code_details[0]?.label, 'Bank code of Fiji')
  assert.match(await (await fetch(`${url}/coverage`)).text(), /Fiji/)
})

test('codes and account numbers in a country from an overlay are resolved by its patterns', async () => {
  for (const [identifier, country, expected] of [
    ['01', 'fj', 'fj_code valid fj-hfc'],
    ['68', 'fx', 'fj_code valid fj-westpac'],
    ['//FJ68', undefined, 'fj_code valid fj-westpac'],
    ['1', 'fj', 'fj_code valid fj-hfc'],
    ['99', 'fj', 'fj_code unknown'],
    ['bank code 68', 'fj', 'fj_code valid fj-westpac'],
    ['1234567890', 'fj', 'account_number possible'],
    ['account 1234567890', 'fj', 'account_number possible'],
    ['123456789', 'fj', 'account_number invalid'],
    ['123456789012345', 'fj', 'account_number invalid'],
    ['LB62 0999 0000 0001 0019 0122 9114', undefined, 'iban valid lb-first'],
    ['099900000001001901229114', 'lb', 'account_number valid lb-first'],
    ['0999', 'lb', 'lb_code valid lb-first'],
    ['99-00-01', 'gb', 'gb_sort_code possible gb-monzo-bank'],
    ['68123', 'fj', 'fj_branch valid fj-westpac'],
    ['67123', 'fj', 'fj_branch unknown'],
    ['5099', 'se', 'se_clearing valid se-seb'],
    ['5150', 'se', 'se_clearing valid se-nordea'],
    ['5200', 'se', 'se_clearing valid se-seb'],
  ] as const) {
    assert.equal(summaryOf(await firstReading(identifier, country)), expected, identifier)
  }
})
