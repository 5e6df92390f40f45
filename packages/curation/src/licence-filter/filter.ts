/** Removes facts that depend only on sources with certain redistribution terms, and counts the lost facts. */
import type { BankRecord } from '../../../../src/directory/records/bank-record.ts'
import type { CodeRange } from '../../../../src/directory/records/code-range.ts'
import type { CountryRanks } from '../../../../src/directory/records/country-ranks.ts'
import { type CountryRecord, isLargeRegion } from '../../../../src/directory/records/country-record.ts'
import type { DataBuildRecord } from '../../../../src/directory/records/data-build-record.ts'
import { type IntentWords, schemeKinds } from '../../../../src/directory/records/intent-words-record.ts'
import type { Rail } from '../../../../src/directory/records/rail-record.ts'
import type { Scheme } from '../../../../src/directory/records/scheme.ts'
import { ownSource, type Redistribution, type Source } from '../../../../src/directory/records/source.ts'
import { withMembers } from '../bank-rails.ts'
import type { DataFolder } from '../data-folder.ts'
import { givesField, type SourcedField, sourcedFields } from '../fields-by-source.ts'
import { compare } from '../serialize.ts'
import { describeBuild } from './describe-build.ts'

export interface FilteredData {
  /** Countries that still have at least a tenth of their banks. */
  countries: CountryRecord[]
  /**
   * The schemes of these countries. One that has lost all its codes stays: its format and its check digits are still
   * known, and an operator can import the codes.
   */
  schemes: Map<string, Scheme>
  /** Sources that a remaining bank, code range, rail or region refers to. */
  sources: Map<string, Source>
  banks: Map<string, BankRecord>
  /** Ranges whose source is kept, each with only the banks that remain. */
  codeRanges: CodeRange[]
  /** The lists of best-known banks, each with only the open banks that remain. */
  ranks: CountryRanks[]
  /** All words, each with only the code schemes that remain. */
  intentWords: IntentWords[]
  /** The rails of these countries. A rail whose list was removed stays, without its source. */
  rails: Rail[]
  losses: CountryLoss[]
  build: DataBuildRecord
}

export interface CountryLoss {
  country: string
  /** Whether the country was removed, because almost no bank remained. */
  is_gone: boolean
  banks: { before: number; after: number; lost: string[] }
  codes: { before: number; after: number }
  /** Number of banks that have each field, before and after filtering. Fields that no bank lost are omitted. */
  fields: Partial<Record<SourcedField | 'notes', { before: number; after: number }>>
}

export function filterByTerms(data: DataFolder, classes: ReadonlySet<Redistribution>): FilteredData {
  const isKept = (id: string): boolean => !classes.has((data.sources.get(id) as Source).redistribution)
  const filtered = new Map<string, BankRecord>()
  for (const bank of data.banks.values()) {
    const filteredBank = filterBank(bank, data.sources, isKept)
    if (filteredBank) filtered.set(bank.id, filteredBank)
  }
  const populated = populatedCountries(data.banks.values(), filtered.values())
  for (const [id, { country }] of filtered) if (!populated.has(country)) filtered.delete(id)
  const hasLostList = ({ source }: Rail): boolean => source !== undefined && !isKept(source)
  const lostRails = data.rails.filter(hasLostList).map(({ id }) => id)
  const withoutLostRails = (bank: BankRecord): BankRecord => withMembers(bank, { rails: lostRails, banks: new Map() })
  const banks = new Map(
    [...filtered].map(([id, bank]) => [id, withoutLostRails(withoutLostSuccessor(bank, data, filtered))]),
  )
  const codeRanges = data.codeRanges
    .filter(({ source }) => isKept(source))
    .map((range) => ({ ...range, banks: range.banks.filter((id) => banks.has(id)) }))
    .filter((range) => range.banks.length > 0)
  const coded = [...[...banks.values()].flatMap(({ codes = [] }) => codes), ...codeRanges]
  const used = new Set(coded.map(({ scheme }) => scheme))
  const schemes = new Map([...data.schemes].filter(([id, { country }]) => used.has(id) || populated.has(country)))
  const countries = keepPopulated(data.countries, populated).map((country) => withoutLender(country, populated))
  const areas = new Set(countries.map(({ code }) => code))
  const rails = filterRails(data.rails, lostRails, areas, schemes)
  const tableSources = [...codeRanges, ...rails, ...countries].flatMap(({ source }) => source ?? [])
  const usedSources = new Set([...[...banks.values()].flatMap(({ sources }) => sources), ...tableSources])
  return {
    countries,
    schemes,
    sources: new Map([...data.sources].filter(([id]) => usedSources.has(id))),
    banks,
    codeRanges,
    ranks: filterRanks(data.ranks, banks),
    intentWords: filterIntentWords(data.intentWords, schemes),
    rails,
    losses: lossesOf(data, banks),
    build: describeBuild(data, { banks, countries }, classes),
  }
}

function filterRails(
  rails: readonly Rail[],
  lost: readonly string[],
  areas: ReadonlySet<string>,
  schemes: ReadonlyMap<string, Scheme>,
): Rail[] {
  return rails
    .filter(({ from }) => from === undefined || schemes.has(from.scheme))
    .map((rail) => ({ ...rail, countries: rail.countries.filter((area) => areas.has(area)) }))
    .filter(({ countries }) => countries.length > 0)
    .map(({ source, ...rail }) =>
      source === undefined || lost.includes(rail.id) ? { ...rail, complete: false } : { ...rail, source },
    )
}

/** Drops the lists that name no open bank any more. */
function filterRanks(ranks: readonly CountryRanks[], banks: ReadonlyMap<string, BankRecord>): CountryRanks[] {
  return ranks
    .map((list) => ({ ...list, banks: list.banks.filter((id) => banks.get(id)?.status === 'active') }))
    .filter((list) => list.banks.length > 0)
}

/** Keeps words that no longer choose a scheme: otherwise, a search would take them for a part of a name. */
function filterIntentWords(rows: readonly IntentWords[], schemes: ReadonlyMap<string, Scheme>): IntentWords[] {
  const isKept = (choice: string): boolean => schemeKinds.includes(choice) || schemes.has(choice)
  return rows.map((row) => ({ ...row, chooses: row.chooses.filter(isKept) }))
}

/**
 * The only note that a bank keeps when it loses a source. We made this observation ourselves by comparing BICs. Any
 * other note may quote the source that was removed.
 */
const sharedBicNote = 'The BIC is that of a central institution shared by several banks.'

const lostSuccessorNote = 'The bank merged. The source that names its successor is not part of this data.'

/**
 * Removes the fields that no remaining source provides. A bank that loses no source is unchanged. Returns undefined if
 * no remaining source names the bank.
 */
function filterBank(
  bank: BankRecord,
  known: Map<string, Source>,
  isKept: (source: string) => boolean,
): BankRecord | undefined {
  const sources = bank.sources.filter(isKept)
  if (sources.length === bank.sources.length) return bank
  const isGiven = (field: SourcedField): boolean => sources.some((id) => givesField(known.get(id) as Source, field))
  // Drop a bank that no remaining publication names, because nothing shows that it exists. The maintainers' own source
  // is not enough: it adds aliases to a bank that another source names.
  const isNamed = sources.some((id) => id !== ownSource && givesField(known.get(id) as Source, 'name'))
  if (!isNamed) return undefined
  const { codes = [], notes = [], ...rest } = bank
  const lost = sourcedFields.filter((field) => !isGiven(field))
  const facts: Omit<BankRecord, 'codes' | 'notes'> = { ...rest, sources }
  for (const field of lost) if (field !== 'name') delete facts[field]
  // Without its state, a city name can mean a different city, so drop the city too.
  if (bank.region !== undefined && facts.region === undefined) delete facts.city
  if (facts.bic === undefined || (facts.bic_source !== undefined && !isKept(facts.bic_source))) delete facts.bic_source
  if (facts.address && !isKept(facts.address.source)) delete facts.address
  const keptNotes = notes.filter((note) => note === sharedBicNote && facts.bic !== undefined)
  const keptCodes = codes
    .filter(({ source }) => isKept(source))
    .map(({ bic, ...code }) => (bic !== undefined && isGiven('bic') ? { ...code, bic } : code))
  const isDisputed = keptCodes.length > 0 && keptCodes.every(({ status }) => status === 'unconfirmed')
  return {
    ...facts,
    // High confidence requires an undisputed code.
    ...(isDisputed && bank.confidence === 'high' && { confidence: 'medium' as const }),
    ...(keptCodes.length > 0 && { codes: keptCodes }),
    ...(keptNotes.length > 0 && { notes: keptNotes }),
  }
}

/**
 * Removes a bank's successor unless a remaining source still names it. A merger may be stated in the sources of either
 * bank, so if the successor lost a source, one of the bank's own remaining sources must name the successor, or a
 * remaining list must have a former code of the bank as its successor's. The notes are removed along with the successor,
 * because they describe the merger too.
 */
function withoutLostSuccessor(
  bank: BankRecord,
  { banks, sources }: DataFolder,
  after: Map<string, BankRecord>,
): BankRecord {
  const { successor: id, notes: _, ...rest } = bank
  const without = bank.status === 'merged' ? { ...rest, notes: [lostSuccessorNote] } : rest
  if (id === undefined) return bank.notes || bank === banks.get(bank.id) ? bank : without
  const isUntouched = after.get(id) === banks.get(id)
  const isGiven = after.has(id) && bank.sources.some((source) => givesField(sources.get(source) as Source, 'successor'))
  return isUntouched || isGiven || holdsFormerCode(after.get(id), bank) ? bank : without
}

function holdsFormerCode(holder: BankRecord | undefined, { codes = [] }: BankRecord): boolean {
  const former = codes.filter(({ status }) => status === 'former')
  const current = (holder?.codes ?? []).filter(({ status }) => status === undefined)
  return former.some(({ scheme, value }) => current.some((code) => code.scheme === scheme && code.value === value))
}

/** With a smaller share of its banks, a list would look complete but be useless, for example as a menu in a form. */
const keptShareMin = 0.1

function populatedCountries(before: Iterable<BankRecord>, after: Iterable<BankRecord>): Set<string> {
  const full = Map.groupBy(before, ({ country }) => country)
  const left = [...Map.groupBy(after, ({ country }) => country)]
  const populated = left.filter(([code, banks]) => banks.length >= (full.get(code)?.length ?? 0) * keptShareMin)
  return new Set(populated.map(([code]) => code))
}

/**
 * Removes countries that have no banks left. Otherwise, the service would return an empty list for them, as if they had
 * no banks at all.
 */
function keepPopulated(countries: CountryRecord[], populated: Set<string>): CountryRecord[] {
  return countries
    .map((country) => (country.members ? withPopulated(country, country.members, populated) : country))
    .filter(({ code, members }) => (members ? members.length > 0 : populated.has(code)))
}

/** A country that was removed still belongs to SEPA, and its IBANs do. */
function withPopulated(region: CountryRecord, members: string[], populated: Set<string>): CountryRecord {
  const others = [...(region.other_members ?? []), ...members.filter((member) => !populated.has(member))].sort(compare)
  return {
    ...region,
    members: members.filter((member) => populated.has(member)),
    ...(isLargeRegion(region) && others.length > 0 && { other_members: others }),
  }
}

/** Monaco uses the bank codes of France, so it loses them with France. */
function withoutLender(country: CountryRecord, populated: Set<string>): CountryRecord {
  const { bank_codes_from: lender, ...rest } = country
  return lender === undefined || populated.has(lender) ? country : rest
}

function lossesOf({ countries, banks: before }: DataFolder, after: Map<string, BankRecord>): CountryLoss[] {
  const banksBefore = Map.groupBy(before.values(), ({ country }) => country)
  const banksAfter = Map.groupBy(after.values(), ({ country }) => country)
  return countries
    .filter(({ kind }) => kind === 'country')
    .map(({ code }) => compareBanks(code, banksBefore.get(code) ?? [], banksAfter.get(code) ?? []))
    .filter(({ banks, codes, fields }) => {
      const lostBanks = banks.before > banks.after
      return lostBanks || codes.before > codes.after || Object.keys(fields).length > 0
    })
}

function compareBanks(country: string, before: BankRecord[], after: BankRecord[]): CountryLoss {
  const idsAfter = new Set(after.map(({ id }) => id))
  const countCodes = (banks: BankRecord[]): number => banks.reduce((sum, { codes = [] }) => sum + codes.length, 0)
  const fields = [...sourcedFields, 'notes' as const]
    .map((field) => {
      const having = (banks: BankRecord[]): number => banks.filter((bank) => bank[field] !== undefined).length
      return [field, { before: having(before), after: having(after) }] as const
    })
    .filter(([, counts]) => counts.before > counts.after)
  return {
    country,
    is_gone: before.length > 0 && after.length === 0,
    banks: {
      before: before.length,
      after: after.length,
      lost: before.filter(({ id }) => !idsAfter.has(id)).map(({ id }) => id),
    },
    codes: { before: countCodes(before), after: countCodes(after) },
    fields: Object.fromEntries(fields),
  }
}
