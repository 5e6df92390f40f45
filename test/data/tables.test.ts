import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Scheme } from '../../src/directory/records/scheme.ts'
import { dataset, records } from '../support/data/shipped-records.ts'
import { dataFolder } from '../support/services/service.ts'

const readTable = (name: string) => JSON.parse(readFileSync(join(dataFolder, name), 'utf8'))

interface IbanEntry {
  length: number
  structure: string
  bank?: [number, number]
  branch?: [number, number]
  example: string
  sepa: boolean
}

const iban: { publisher: string; release: string; source: string; countries: Record<string, IbanEntry> } =
  readTable('iban.json')

/** Turns "DE2!n8!n10!n" into a regular expression. `n`: digits, `a`: capital letters, `c`: digits or letters, `!`: fixed length. */
function patternOf(structure: string): RegExp {
  const classes: Record<string, string> = { n: '\\d', a: '[A-Z]', c: '[A-Za-z0-9]' }
  const body = structure
    .slice(2)
    .replaceAll(/(\d+)(!?)([nac])/g, (_, length, fixed, kind) => `${classes[kind]}{${fixed ? '' : '0,'}${length}}`)
  return new RegExp(`^${structure.slice(0, 2)}${body}$`)
}

function remainderOf97(text: string): number {
  const moved = text.slice(4) + text.slice(0, 4)
  return [...moved].reduce((rest, character) => {
    const value = Number.parseInt(character, 36)
    return (rest * (value > 9 ? 100 : 10) + value) % 97
  }, 0)
}

test('the IBAN table names its publisher, release and source, and has 89 countries', () => {
  assert.equal(iban.publisher, 'SWIFT')
  assert.equal(iban.release, '102')
  assert.ok(dataset.sources.has(iban.source))
  assert.equal(Object.keys(iban.countries).length, 89)
})

test('each IBAN example has the length, the structure and the check digits of its country', () => {
  for (const [country, { length, structure, bank, branch, example }] of Object.entries(iban.countries)) {
    assert.equal(structure.slice(0, 2), country)
    assert.equal(example.length, length, country)
    assert.match(example, patternOf(structure), country)
    assert.equal(remainderOf97(example), 1, country)
    for (const [first, last] of [bank, branch].filter((span) => span !== undefined)) {
      assert.ok(5 <= first && first <= last && last <= length, country)
    }
  }
})

test('the countries with `iban` set are the countries of the IBAN registry', () => {
  for (const { code, kind, iban: hasIban } of dataset.countries) {
    if (kind === 'country') assert.equal(hasIban, code in iban.countries, code)
  }
})

/**
 * IBAN countries whose bank codes are in no list that we could read. In Mauritius the code is the first four letters of
 * a BIC and two digits.
 */
const withoutIbanBankCodes = ['MU']

test('each IBAN country has one scheme for the bank code in its IBANs, except where no list gives the codes', () => {
  const withoutScheme = dataset.countries
    .filter(({ kind, iban: hasIban }) => kind === 'country' && hasIban)
    .filter(({ code }) => {
      const schemes = [...dataset.schemes.values()].filter((scheme) => scheme.country === code && scheme.iban_bank_code)
      assert.ok(schemes.length <= 1, code)
      return schemes.length === 0
    })
    .map(({ code }) => code)
  assert.deepEqual(withoutScheme, withoutIbanBankCodes)
})

test('every scheme has a level and a use, and register numbers are never the `code` of a bank', () => {
  const schemes: Partial<Scheme>[] = readTable('schemes.json')
  for (const { id, level, use } of schemes) assert.ok(level && use, id)
  const preferred = new Set(dataset.countries.flatMap(({ code_schemes = [] }) => code_schemes))
  const [branch, ...others] = schemes.filter(({ id, level }) => level === 'branch' && preferred.has(id as string))
  assert.deepEqual([branch?.id, others], ['gb_sort_code', []])
  for (const { id, use } of schemes) if (use === 'identity') assert.ok(!preferred.has(id as string), id)
})

interface ModulusTable {
  publisher: string
  version: string
  valid_from: string
  source: string
  rows: [first: string, last: string, method: string, weights: number[], exception?: number][]
  substitution: Record<string, string>
}

const modulus: ModulusTable = readTable('gb-modulus.json')

test('the modulus table names its publisher, version and source', () => {
  assert.equal(modulus.publisher, 'Vocalink for Pay.UK')
  assert.equal(modulus.version, '8.50')
  assert.ok(dataset.sources.has(modulus.source))
})

test('each modulus row is a range with a known method, 14 weights and a known exception, and no range has more than two rows', () => {
  let previous = ''
  for (const [first, last, method, weights, exception] of modulus.rows) {
    assert.match(`${first} ${last}`, /^\d{6} \d{6}$/)
    assert.ok(first <= last && first >= previous, first)
    previous = first
    assert.ok(['MOD10', 'MOD11', 'DBLAL'].includes(method), first)
    assert.equal(weights.length, 14, first)
    if (exception !== undefined) assert.ok(exception >= 1 && exception <= 14, first)
    assert.ok(modulus.rows.filter(([from, to]) => from <= first && first <= to).length <= 2, first)
  }
  for (const pair of Object.entries(modulus.substitution)) assert.match(pair.join(' '), /^\d{6} \d{6}$/)
})

test('ranges of sort codes are only indications, and each range of clearing numbers is assigned to one bank', () => {
  const { codeRanges } = dataset
  const ofScheme = (id: string) => codeRanges.filter(({ scheme }) => scheme === id)
  assert.deepEqual([...new Set(codeRanges.map(({ scheme }) => scheme))], ['gb_sort_code', 'se_clearing'])
  assert.ok(ofScheme('gb_sort_code').every(({ evidence, account }) => evidence !== 'assigned' && !account))
  assert.ok(ofScheme('se_clearing').every(({ evidence, banks }) => evidence === 'assigned' && banks.length === 1))
})

test('each IBAN-ID of a Swedish bank is the start of one of its clearing number ranges', () => {
  const idsOf = new Map(
    records.map(({ id, codes = [] }) => [id, codes.filter(({ scheme }) => scheme === 'se_iban_id')]),
  )
  const ranges = dataset.codeRanges.filter(({ scheme }) => scheme === 'se_clearing')
  // An IBAN-ID is the first three digits of the main clearing number.
  for (const [bank, codes] of idsOf) {
    const own = ranges.filter(({ banks }) => banks.includes(bank))
    for (const { value, status } of codes) {
      if (status !== undefined) continue
      assert.ok(
        own.some(({ first, last }) => first <= `${value}0` && `${value}0` <= last),
        `${bank} ${value}`,
      )
    }
  }
})
