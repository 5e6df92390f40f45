/** Compares the reduced data builds with the full data, country by country, for the documentation page "Data builds". */
import type { BankRecord } from '../../../../src/directory/records/bank-record.ts'
import { displayNameOf } from '../../../../src/directory/records/country-record.ts'
import type { Redistribution } from '../../../../src/directory/records/source.ts'
import { type CountryCounts, countBank, emptyCounts } from '../../../../src/directory/storage/build-counts.ts'
import type { DataFolder } from '../data-folder.ts'
import { filterByTerms } from './filter.ts'

/** The builds that we report, least strict first. The last one is the data in the package. */
export const reportedBuilds: readonly (readonly Redistribution[])[] = [['restricted'], ['restricted', 'unclear']]

export interface CountryComparison {
  /** Display name. */
  country: string
  full: CountryCounts
  /** In the order of `reportedBuilds`. */
  builds: CountryCounts[]
}

/** The first row has the totals. Countries that no build reduces are left out. */
export function compareBuilds(data: DataFolder): CountryComparison[] {
  const full = countByCountry(data.banks.values())
  const builds = reportedBuilds.map((classes) => countByCountry(filterByTerms(data, new Set(classes)).banks.values()))
  const of = (code: string) => ({
    full: full.get(code) ?? emptyCounts(),
    builds: builds.map((counts) => counts.get(code) ?? emptyCounts()),
  })
  const states = data.countries.filter(({ kind }) => kind === 'country')
  const rows = states.map((country) => ({ country: displayNameOf(country), ...of(country.code) }))
  return [
    { country: 'All countries', ...of(allCountries) },
    ...rows.filter(({ full: before, builds: after }) => after.some((counts) => !isSame(before, counts))),
  ]
}

const allCountries = '*'

function countByCountry(banks: Iterable<BankRecord>): Map<string, CountryCounts> {
  const counts = new Map([[allCountries, emptyCounts()]])
  for (const bank of banks) {
    const ofCountry = counts.get(bank.country) ?? emptyCounts()
    counts.set(bank.country, ofCountry)
    countBank(bank, ofCountry)
    countBank(bank, counts.get(allCountries) as CountryCounts)
  }
  return counts
}

/** Each cell has the numbers of banks, BICs and codes. */
export function lossTable(rows: readonly CountryComparison[]): string {
  const heads = reportedBuilds.map((classes) => `without ${classes.map((one) => `\`${one}\``).join(' and ')}`)
  const lines = rows.map(({ country, full, builds }) => [
    country,
    textOf(full),
    ...builds.map((counts) => buildText(full, counts, country !== rows[0]?.country)),
  ])
  const head = ['country', 'full data', ...heads]
  return `| ${head.join(' | ')} |\n|${'---|'.repeat(head.length)}\n${lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')}`
}

type Kind = (typeof kinds)[number]
const kinds = ['banks', 'BICs', 'codes'] as const

function numberOf(kind: Kind, { banks, bics, codes }: CountryCounts): number {
  if (kind === 'codes') return [...codes.values()].reduce((sum, count) => sum + count, 0)
  return kind === 'banks' ? banks : bics
}

const isSame = (one: CountryCounts, other: CountryCounts): boolean =>
  kinds.every((kind) => numberOf(kind, one) === numberOf(kind, other))

const textOf = (counts: CountryCounts): string =>
  kinds.map((kind) => numberOf(kind, counts).toLocaleString('en-US')).join(' / ')

/** Names the schemes that have no codes left. */
function buildText(full: CountryCounts, counts: CountryCounts, withSchemes: boolean): string {
  if (isSame(full, counts)) return 'all'
  if (counts.banks === 0) return 'nothing'
  const empty = withSchemes ? [...full.codes.keys()].filter((scheme) => !counts.codes.has(scheme)).sort() : []
  const schemes = empty.map((scheme) => `\`${scheme}\``).join(', ')
  return `${textOf(counts)}${empty.length > 0 ? `; no ${schemes}` : ''}`
}
