/**
 * Compares our way from an IBAN to a BIC with `iban-to-bic`. The IBANs are made up from bank codes: one for each open bank
 * with a BIC in our directory, and one for each bank code that `iban-to-bic` has. Ours returns the bank, its names and the
 * verdict as JSON; `iban-to-bic` returns the BIC alone.
 */
import { createRequire } from 'node:module'
import registry from '../../data/iban.json' with { type: 'json' }
import type { BankRecord } from '../../src/directory/records/bank-record.ts'
import { fromBban, isValid } from '../../src/identifiers/iban.ts'
import { shippedDirectory } from '../../test/support/data/shipped.ts'
import { shippedLookups } from '../../test/support/data/shipped-lookups.ts'
import { median } from '../median.ts'
import { cpuMicroseconds } from './cpu-time.ts'

/** The package has no types. */
const require = createRequire(import.meta.url)
const { ibanToBic }: { ibanToBic(iban: string): string | undefined } = require('iban-to-bic')
const datasets: Record<string, Record<string, string>> = require('iban-to-bic/datasets')

const rounds = 7
const countries: Record<string, { example: string; bank: number[] }> = registry.countries

/** Puts the bank code into the country's example, with new check digits. Returns undefined if national ones do not match. */
function ibanWith(country: string, code: string): string | undefined {
  const { example, bank: [first = 0, last = 0] = [] } = countries[country] ?? { example: '' }
  if (code.length !== last - first + 1) return undefined
  const bban = example.slice(4, first - 1) + code + example.slice(last)
  // Where there are national check digits, most countries have them at the end, and Spain after the branch code.
  const at = country === 'ES' ? 8 : bban.length - 2
  for (let digits = 0; digits < 100; digits++) {
    const iban = fromBban(country, bban.slice(0, at) + String(digits).padStart(2, '0') + bban.slice(at + 2))
    if (isValid(iban)) return iban
  }
  return undefined
}

interface Case {
  country: string
  iban: string
}

/** One IBAN for each open bank that has a BIC and a code that its country puts into IBANs. */
function ourCases(): Case[] {
  const { packed } = shippedDirectory()
  const schemes = new Set([...packed.schemes.values()].filter((scheme) => scheme.iban_bank_code).map(({ id }) => id))
  const cases: Case[] = []
  for (const [country, { records }] of packed.banks) {
    for (const line of Buffer.from(records).toString().trimEnd().split('\n')) {
      if (line === '') continue
      const { bic, status, codes = [] }: BankRecord = JSON.parse(line)
      const code = codes.find(({ scheme, status: codeStatus }) => schemes.has(scheme) && codeStatus === undefined)
      const iban = code && ibanWith(country, code.value)
      if (bic !== undefined && status === 'active' && iban !== undefined) cases.push({ country, iban })
    }
  }
  return cases
}

const theirCases = (): Case[] =>
  Object.entries(datasets).flatMap(([country, codes]) =>
    Object.keys(codes).flatMap((code) => {
      const iban = ibanWith(country, code)
      return iban === undefined ? [] : [{ country, iban }]
    }),
  )

export function compareBics(): void {
  const lookups = shippedLookups()
  const ourBic = (iban: string): string | null => JSON.parse(lookups.resolve(iban)).readings[0]?.bic ?? null
  const ours = ourCases()
  printRates(
    ours.map(({ iban }) => iban),
    (iban) => lookups.resolve(iban),
  )
  console.log('one IBAN per open bank with a BIC in our directory')
  printCoverage(ours, ourBic)
  console.log('one IBAN per bank code in iban-to-bic')
  printCoverage(theirCases(), ourBic)
}

function printRates(ibans: readonly string[], resolve: (iban: string) => string): void {
  const known = ibans.filter(ibanToBic)
  const [single = ''] = known.filter((iban) => iban.startsWith('DE'))
  const mixes = { 'one IBAN, repeated': [single], 'IBANs that both know': known, 'IBANs of all countries': ibans }
  console.log(`IBAN to BIC, microseconds of CPU time, median of ${rounds}`)
  for (const [mix, texts] of Object.entries(mixes)) {
    const measured: [number[], number[]] = [[], []]
    for (let round = 0; round <= rounds; round++) {
      const each = [cpuMicroseconds(resolve, texts), cpuMicroseconds(ibanToBic, texts)]
      // The first round is a warm-up.
      if (round > 0) for (const [at, value] of each.entries()) measured[at]?.push(value)
    }
    const [own, other] = measured.map(median) as [number, number]
    console.log(`${mix.padEnd(24)}ours ${own.toFixed(1)}, iban-to-bic ${other.toFixed(1)}`)
  }
  console.log('')
}

/** Prints by country how many IBANs each maps to a BIC. Two BICs agree if they are of the same office. */
function printCoverage(cases: readonly Case[], ourBic: (iban: string) => string | null): void {
  console.log('country  IBANs   ours  iban-to-bic  agree')
  const row = (name: string, counts: number[]): string =>
    name.padEnd(7) + counts.map((count, at) => String(count).padStart([7, 7, 13, 7][at] as number)).join('')
  const total = [0, 0, 0, 0]
  for (const [country, ofCountry = []] of Object.entries(Object.groupBy(cases, (one) => one.country))) {
    const pairs = ofCountry.map(({ iban }) => [ourBic(iban), ibanToBic(iban) ?? null] as const)
    const counts = [
      pairs.length,
      pairs.filter(([own]) => own !== null).length,
      pairs.filter(([, other]) => other !== null).length,
      pairs.filter(([own, other]) => own !== null && own.slice(0, 8) === other?.slice(0, 8)).length,
    ]
    for (const [at, count] of counts.entries()) (total[at] as number) += count
    if (country in datasets) console.log(row(country, counts))
  }
  console.log(`${row('all', total)}\n`)
}
