/**
 * The directory as bytes: everything that the service needs to know about the banks, in a few large buffers instead of
 * hundreds of thousands of small objects, which every garbage collection would have to visit.
 */

import type { BranchListRecord } from '../branches/branch-list.ts'
import { missingMembers, noteOnArea } from '../builds/build-losses.ts'
import type { AccountFormRecord } from '../records/account-form-record.ts'
import type { AccountRequirementsTable } from '../records/account-requirements-record.ts'
import type { BankRecord } from '../records/bank-record.ts'
import type { ClearingSystem } from '../records/clearing-system.ts'
import type { CodeRange } from '../records/code-range.ts'
import type { CountryRanks } from '../records/country-ranks.ts'
import {
  type CountryRecord,
  displayNameOf,
  isLargeRegion,
  memberCodes,
  type SupportedCountry,
  type SupportedRegion,
  sepaCountries,
} from '../records/country-record.ts'
import type { DataBuildRecord } from '../records/data-build-record.ts'
import type { IntentWords } from '../records/intent-words-record.ts'
import type { Release } from '../records/list-change.ts'
import type { OfficialCountRecord } from '../records/official-count.ts'
import type { Rail } from '../records/rail-record.ts'
import type { Scheme } from '../records/scheme.ts'
import type { Source } from '../records/source.ts'
import { createBuildCounter, type DataBuild } from './build-counts.ts'
import { type CountryPacker, createCountryPacker, type PackedBanks } from './country-packer.ts'
import { orderByName } from './name-order.ts'

/** The contents of a data folder. */
export interface Dataset {
  revision: string
  /** Countries and regions. */
  countries: CountryRecord[]
  rails: Rail[]
  schemes: Map<string, Scheme>
  sources: Map<string, Source>
  officialCounts: OfficialCountRecord[]
  /** Sorted by scheme and then by first code. Ranges do not overlap. */
  codeRanges: CodeRange[]
  accountForms: AccountFormRecord[]
  accountRequirements: AccountRequirementsTable
  clearingSystems: ClearingSystem[]
  branchLists: BranchListRecord[]
  /** The best-known banks of each country, largest country first. May name banks that are closed or do not exist. */
  ranks: CountryRanks[]
  intentWords: IntentWords[]
  /**
   * Keyed by country code: the bytes of the country's data file, one JSON object per line. A caller that needs only some
   * countries leaves the others out; the tables still have all of them.
   */
  lines: Map<string, Uint8Array>
  /** Grouped by country and sorted by id. The iterator validates each record before it returns it. */
  banks: Iterable<BankRecord>
  /** Past releases, oldest first: each starts at the revision where the previous one ends. */
  releases: Release[]
  /** What was left out of the data; undefined if the data is complete. */
  build?: DataBuildRecord | undefined
}

export interface PackedDirectory {
  revision: string
  /** All countries and regions with codes of two letters, even those that are not in `supported`. */
  countries: CountryRecord[]
  /** Regions such as SEPA, whose codes have more than two letters. */
  regions: CountryRecord[]
  rails: Rail[]
  /** The countries with banks in `banks`, and the regions that consist of such countries. */
  supported: SupportedCountry[]
  /** The `regions` that consist of such countries. */
  supportedRegions: SupportedRegion[]
  schemes: Map<string, Scheme>
  sources: Map<string, Source>
  officialCounts: OfficialCountRecord[]
  codeRanges: CodeRange[]
  accountForms: AccountFormRecord[]
  accountRequirements: AccountRequirementsTable
  clearingSystems: ClearingSystem[]
  branchLists: BranchListRecord[]
  ranks: CountryRanks[]
  intentWords: IntentWords[]
  banks: Map<string, PackedBanks>
  /** Keyed by country or region code: the numbers of its banks (see `BankTable`), sorted by name. */
  nameOrders: Map<string, Uint32Array<ArrayBuffer>>
  releases: Release[]
  /** What the data lacks; null if it is complete. */
  build: DataBuild | null
}

export function packDirectory(dataset: Dataset): PackedDirectory {
  const { revision, rails, schemes, sources, officialCounts, lines, banks, releases } = dataset
  const { codeRanges, accountForms, accountRequirements, clearingSystems, branchLists, ranks, intentWords } = dataset
  const regions = dataset.countries.filter(isLargeRegion)
  const countries = dataset.countries.filter((country) => !isLargeRegion(country))
  const packers = new Map(
    countries.flatMap(({ code, code_schemes = [] }) => {
      const ofCountry = lines.get(code)
      return ofCountry ? [[code, createCountryPacker(code, ofCountry, code_schemes, schemes)]] : []
    }),
  )
  const isOpened = ({ code, members = [code] }: CountryRecord): boolean =>
    members.every((member) => packers.has(member))
  const [opened, openedRegions] = [countries.filter(isOpened), regions.filter(isOpened)]
  const counter = dataset.build ? createBuildCounter(dataset.build) : null
  for (const bank of banks) {
    packers.get(bank.country)?.add(bank)
    counter?.add(bank)
  }
  const sepa = sepaCountries(regions)
  const build = counter?.finish() ?? null
  const toSupported = (country: CountryRecord): SupportedCountry => ({
    ...toSupportedCountry(country, packers, countries, schemes, sepa),
    missing_members: missingMembers(country.code, build, countries),
    note: noteOnArea(country, build, countries),
  })
  const supported = opened.map(toSupported)
  const supportedRegions = openedRegions.map((region) => ({
    ...toSupported(region),
    other_members: region.other_members ?? [],
    source: region.source ?? null,
    as_of: sources.get(region.source ?? '')?.date ?? null,
  }))
  const nameOrders = nameOrdersOf([...opened, ...openedRegions], packers)
  const notes = new Map(supported.map(({ code, note }) => [code, note]))
  const packed = new Map([...packers].map(([code, packer]) => [code, packer.finish(revision, notes.get(code) ?? null)]))
  const accounts = { accountForms, accountRequirements, clearingSystems, branchLists }
  const tables = {
    countries,
    regions,
    supported,
    supportedRegions,
    rails,
    schemes,
    sources,
    officialCounts,
    codeRanges,
    ...accounts,
    ranks,
    intentWords,
  }
  return { revision, ...tables, banks: packed, nameOrders, releases, build }
}

/**
 * Sorts the banks in each country and region by name. `orderByName` needs them sorted by id. An id starts with the
 * country code, so it is enough to sort a region's countries by code.
 */
function nameOrdersOf(countries: CountryRecord[], packers: Map<string, CountryPacker>): PackedDirectory['nameOrders'] {
  const keys: string[] = []
  const numbers = new Map<string, number[]>()
  for (const [code, { nameKeys }] of packers) {
    numbers.set(
      code,
      nameKeys.map((key) => keys.push(key) - 1),
    )
  }
  const orders: PackedDirectory['nameOrders'] = new Map()
  const sizeOf = ({ members = [] }: CountryRecord): number => members.length
  for (const country of countries.toSorted((a, b) => sizeOf(b) - sizeOf(a))) {
    const { code, members = [code] } = country
    // The order of a region such as the EU is that of SEPA without the other banks: sorting takes much longer.
    const larger = countries.find((other) => orders.has(other.code) && includesAll(other, members))
    if (members.length > 1 && larger) {
      const isMember = new Set(members.flatMap((member) => numbers.get(member) as number[]))
      orders.set(
        code,
        (orders.get(larger.code) as Uint32Array<ArrayBuffer>).filter((bank) => isMember.has(bank)),
      )
      continue
    }
    const byId = members.toSorted().flatMap((member) => numbers.get(member) as number[])
    orders.set(code, orderByName(byId, keys))
  }
  return orders
}

const includesAll = ({ members = [] }: CountryRecord, codes: readonly string[]): boolean =>
  codes.every((code) => members.includes(code))

function toSupportedCountry(
  country: CountryRecord,
  packers: Map<string, CountryPacker>,
  countries: CountryRecord[],
  schemes: Map<string, Scheme>,
  sepa: ReadonlySet<string>,
): Omit<SupportedCountry, 'missing_members' | 'note'> {
  const codes = memberCodes(country)
  const openBanks = codes.map((code) => (packers.get(code) as CountryPacker).openBanks)
  const usedSchemes = new Set(openBanks.flatMap(({ schemes: ofCountry }) => [...ofCountry]))
  const preferred = countries.filter(({ code }) => codes.includes(code)).map(({ code_schemes = [] }) => code_schemes)
  const primary = new Set(preferred.map(([scheme]) => scheme))
  const ordered = new Set([...preferred.flat(), ...[...usedSchemes].sort()].filter((id) => usedSchemes.has(id)))
  return {
    code: country.code,
    alpha3: country.alpha3 ?? null,
    name: country.name,
    display_name: displayNameOf(country),
    also: country.also ?? [],
    kind: country.kind,
    members: country.members ?? null,
    currency: country.currency,
    calling_code: country.calling_code ?? null,
    bank_count: openBanks.reduce((sum, { count }) => sum + count, 0),
    iban: country.iban,
    sepa: codes.every((code) => sepa.has(code)),
    bank_codes: [...ordered].map((id) => {
      const { label, short_label = label, pattern, level, use, used_for } = schemes.get(id) as Scheme
      return { scheme: id, label, short_label, pattern, level, use, used_for, primary: primary.has(id) }
    }),
    account_number: { ...country.account_number, example: country.account_number.example ?? null },
  }
}
