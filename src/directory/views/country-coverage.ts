/**
 * Data coverage by country: how many open banks have a code, a BIC, an LEI or a website, and how reliable and recent
 * the data is.
 */
import { type Bank, bankTypes, listedTypes } from '../records/bank-record.ts'
import { displayNameOf } from '../records/country-record.ts'
import type { OfficialCountRecord } from '../records/official-count.ts'
import type { Scheme } from '../records/scheme.ts'
import { ownSource, rowDateOf, type Source } from '../records/source.ts'
import { type BankTable, createBankFilter, createBankTable, type Range } from '../storage/bank-table.ts'
import type { PackedDirectory } from '../storage/packed-directory.ts'

/** A number of open banks, and its share of all open banks in the country, from 0 to 1. */
export interface Share {
  banks: number
  share: number
}

export interface CountryCoverage {
  country: string
  name: string
  open_banks: number
  /** Most frequent first. `code` and `bic`: the number of banks that have one. */
  types: { type: Bank['type']; banks: number; code: number; bic: number }[]
  /** Banks with a current code in one of the country's `code_schemes`, which people there mean by "the bank code". */
  code: Share
  /** What the codes of the `code_schemes` identify. A country without such schemes has none. */
  code_level: Scheme['level'] | 'none'
  bic: Share
  lei: Share
  website: Share
  confidence: Record<Bank['confidence'], Share>
  /**
   * The newest source of the open banks. Sources whose rows can be older than the file (`rows_dated` is false) do not
   * count. The age is in whole months.
   */
  newest_source: { id: string; publisher: string; date: string; age_months: number } | null
  official: OfficialCount[]
}

/** The number of institutions according to a publisher, and how many of our open banks cite that publisher's list. */
export interface OfficialCount extends Omit<OfficialCountRecord, 'country'> {
  publisher: string
  here: Share
}

/** Computes the coverage by country, with ages as of `today`. At each `yield` the event loop can serve requests. */
export function* coverageOf(packed: PackedDirectory, today: Date): Generator<void, CountryCoverage[]> {
  const banks = createBankTable(packed)
  const all: CountryCoverage[] = []
  for (const country of packed.countries) {
    if (country.kind !== 'country') continue
    const { code, code_schemes = [] } = country
    const open = yield* countOpenBanks(banks, banks.ranges.get(code) as Range, code_schemes)
    const share = (count: number): Share => ({ banks: count, share: open.banks === 0 ? 0 : count / open.banks })
    all.push({
      country: code,
      name: displayNameOf(country),
      open_banks: open.banks,
      types: [...open.types]
        .map(([type, { banks, code, bic }]) => ({ type, banks, code, bic }))
        // Types with the same number of banks are in the order of the bank schema.
        .sort((a, b) => b.banks - a.banks || bankTypes.indexOf(a.type) - bankTypes.indexOf(b.type)),
      code: share(open.withCode),
      code_level: levelOf(code_schemes, packed.schemes),
      bic: share(open.withBic),
      lei: share(open.withLei),
      website: share(open.withWebsite),
      confidence: {
        high: share(open.confidence.get('high') ?? 0),
        medium: share(open.confidence.get('medium') ?? 0),
        low: share(open.confidence.get('low') ?? 0),
      },
      newest_source: newestSource([...open.sources.keys()], packed.sources, today),
      official: packed.officialCounts
        .filter((official) => official.country === code)
        .map((official) => compareWithOfficial(official, open.sources, packed.sources)),
    })
  }
  return all
}

function levelOf(ids: readonly string[], schemes: PackedDirectory['schemes']): CountryCoverage['code_level'] {
  if (ids.length === 0) return 'none'
  return ids.every((id) => schemes.get(id)?.level === 'branch') ? 'branch' : 'bank'
}

/** Parsing this many records takes a millisecond or two. */
const banksPerStep = 50

/** Counts of the open banks in a country. */
interface OpenBankCounts {
  banks: number
  types: Map<Bank['type'], { banks: number; code: number; bic: number }>
  confidence: Map<Bank['confidence'], number>
  /** Keyed by source id. */
  sources: Map<string, number>
  withCode: number
  withBic: number
  withLei: number
  withWebsite: number
}

function* countOpenBanks(
  banks: BankTable,
  [first, end]: Range,
  preferredSchemes: readonly string[],
): Generator<void, OpenBankCounts> {
  const isListed = createBankFilter({ status: 'active', types: listedTypes }, banks)
  const none = { banks: 0, withCode: 0, withBic: 0, withLei: 0, withWebsite: 0 }
  const counts: OpenBankCounts = { ...none, types: new Map(), confidence: new Map(), sources: new Map() }
  for (let number = first; number < end; number++) {
    if (number % banksPerStep === 0) yield
    if (!isListed(number)) continue
    const { type, bic, lei, website, confidence, sources, codes = [] } = banks.recordOf(number)
    counts.banks++
    countOne(counts.confidence, confidence)
    for (const source of sources) countOne(counts.sources, source)
    const hasCode = codes.some(({ scheme, status }) => status === undefined && preferredSchemes.includes(scheme))
    if (hasCode) counts.withCode++
    if (bic !== undefined) counts.withBic++
    const ofType = counts.types.get(type) ?? { banks: 0, code: 0, bic: 0 }
    counts.types.set(type, {
      banks: ofType.banks + 1,
      code: ofType.code + Number(hasCode),
      bic: ofType.bic + Number(bic !== undefined),
    })
    if (lei !== undefined) counts.withLei++
    if (website !== undefined) counts.withWebsite++
  }
  return counts
}

function countOne<Value>(counts: Map<Value, number>, value: Value): void {
  counts.set(value, (counts.get(value) ?? 0) + 1)
}

function newestSource(ids: string[], sources: Map<string, Source>, today: Date): CountryCoverage['newest_source'] {
  const dated = ids
    // Facts that the maintainers entered are not a publication, so they never count as the newest.
    .filter((id) => id !== ownSource)
    .map((id) => sources.get(id) as Source)
    .filter((source) => rowDateOf(source) !== undefined)
  const [newest] = dated.sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : a.id < b.id ? -1 : 1))
  if (!newest) return null
  const { id, publisher, date } = newest
  return { id, publisher, date, age_months: monthsBetween(date, today) }
}

/**
 * Returns the whole months from `date` to `today`. A date without a day or month counts as the first day of that month
 * or year, so that a list may appear older than it is, but never newer.
 */
export function monthsBetween(date: string, today: Date): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const months = (today.getUTCFullYear() - year) * 12 + today.getUTCMonth() + 1 - month
  return Math.max(0, today.getUTCDate() < day ? months - 1 : months)
}

function compareWithOfficial(
  { of, count: total, date, source, found_in }: OfficialCountRecord,
  banksBySource: Map<string, number>,
  sources: Map<string, Source>,
): OfficialCount {
  const { publisher } = sources.get(source) as Source
  const here = banksBySource.get(source) ?? 0
  return { of, count: total, date, publisher, source, found_in, here: { banks: here, share: here / total } }
}

/** Created once: `toLocaleString` with options creates a format for each of the hundreds of figures on a page. */
const percent = new Intl.NumberFormat('en', { style: 'percent' })

/**
 * Formats a share as a percentage. Only shares of exactly 0 and 1 are shown as 0% and 100%, not shares that merely
 * round to them.
 */
export function shareText(share: number): string {
  if (share > 0 && share < 0.005) return 'under 1%'
  if (share < 1 && share >= 0.995) return 'over 99%'
  return percent.format(share)
}
