/**
 * The command that shows how complete the data is, country by country, or what the reduced builds leave out, for the
 * documentation page "Data builds".
 */
import { type CommandInput, Failure, rejectExtraArguments } from '../../../../src/bin/cli/command.ts'
import { asJson, asTable } from '../../../../src/bin/cli/output-format.ts'
import { readDataset } from '../../../../src/dataset/dataset.ts'
import type { BankRecord } from '../../../../src/directory/records/bank-record.ts'
import { displayNameOf } from '../../../../src/directory/records/country-record.ts'
import type { Redistribution } from '../../../../src/directory/records/source.ts'
import { runToEnd } from '../../../../src/directory/run-to-end.ts'
import { type CountryCounts, countBank, emptyCounts } from '../../../../src/directory/storage/build-counts.ts'
import { packDirectory } from '../../../../src/directory/storage/packed-directory.ts'
import { coverageOf, shareText } from '../../../../src/directory/views/country-coverage.ts'
import { type DataFolder, openDataFolder } from '../data-folder.ts'
import { filterByTerms } from '../licence-filter/filter.ts'
import type { Outcome } from './outcome.ts'

export async function reportCoverage(folder: string, { values, positionals, screen }: CommandInput): Promise<Outcome> {
  rejectExtraArguments(positionals)
  if (values.losses) return { text: reportLosses(folder, values.json === true), code: 0 }
  const today = new Date()
  const packed = packDirectory(readDataset(folder))
  const countries = runToEnd(coverageOf(packed, today))
  if (values.json) {
    const date = today.toISOString().slice(0, 10)
    return { text: asJson({ revision: packed.revision, date, countries }), code: 0 }
  }
  const rows = countries.map(({ country, open_banks, code, bic, lei, website, confidence, newest_source, types }) => ({
    country,
    open: open_banks,
    code: shareText(code.share),
    bic: shareText(bic.share),
    lei: shareText(lei.share),
    website: shareText(website.share),
    high: shareText(confidence.high.share),
    medium: shareText(confidence.medium.share),
    low: shareText(confidence.low.share),
    newest: newest_source?.date ?? null,
    months: newest_source?.age_months ?? null,
    types: types.map(({ type, banks }) => `${type} ${banks}`).join(', '),
  }))
  const official = countries.flatMap(({ country, official: counts }) =>
    counts.map(({ of, count, date, here }) => ({ country, official: count, here: here.banks, date, of })),
  )
  const table = asTable(rows, 'The data has no countries.', screen)
  return { text: official.length === 0 ? table : `${table}\n${asTable(official, '', screen)}`, code: 0 }
}

function reportLosses(folder: string, isJson: boolean): string {
  const data = openDataFolder(folder)
  if (data.build) {
    const { without, from } = data.build
    throw new Failure(
      `${folder} was itself built without ${without.join(' and ')}; --losses needs the full data, ${from}.`,
    )
  }
  const rows = compareBuilds(data)
  if (!isJson) return lossTable(rows)
  const countries = rows.map(({ country, full, builds }) => ({
    country,
    full: plainCounts(full),
    builds: builds.map(plainCounts),
  }))
  return asJson({ revision: data.revision, builds: reportedBuilds.map((without) => ({ without })), countries })
}

const plainCounts = ({ codes, ...counts }: CountryCounts) => ({ ...counts, codes: Object.fromEntries(codes) })

/** The builds that we report, least strict first. The last one is the data in the package. */
export const reportedBuilds: readonly (readonly Redistribution[])[] = [['restricted'], ['restricted', 'unclear']]

interface CountryComparison {
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
