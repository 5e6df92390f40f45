/** The data without what rests only on sources of certain terms, and an account of what was lost. */
import type { BankRecord } from '../../directory/records/bank.ts'
import type { CodeRange } from '../../directory/records/code-range.ts'
import type { CountryRecord } from '../../directory/records/country.ts'
import type { Scheme } from '../../directory/records/scheme.ts'
import type { Redistribution, Source } from '../../directory/records/source.ts'
import type { DataFolder } from '../data-folder.ts'
import { type GivenField, givenFields, gives } from '../fields-by-source.ts'

export interface Reduced {
  /** Those that still have a bank. */
  countries: CountryRecord[]
  /** Those that still have a code: callers would ask in vain for the others. */
  schemes: Map<string, Scheme>
  /** Those that a bank or a range still names. */
  sources: Map<string, Source>
  banks: Map<string, BankRecord>
  /** Those whose source is kept, with the banks that are left. */
  codeRanges: CodeRange[]
  losses: CountryLoss[]
}

export interface CountryLoss {
  country: string
  /** Whether no bank of it is left, and so the country is not either. */
  is_gone: boolean
  banks: { before: number; after: number; lost: string[] }
  codes: { before: number; after: number }
  /** By field: how many banks had it before and have it after. Fields that lost nothing are left out. */
  fields: Partial<Record<GivenField | 'notes', { before: number; after: number }>>
}

export function withoutTerms(data: DataFolder, classes: ReadonlySet<Redistribution>): Reduced {
  const isKept = (id: string): boolean => !classes.has((data.sources.get(id) as Source).redistribution)
  const reduced = new Map<string, BankRecord>()
  for (const bank of data.banks.values()) {
    const left = reduceBank(bank, data.sources, isKept)
    if (left) reduced.set(bank.id, left)
  }
  const banks = new Map([...reduced].map(([id, bank]) => [id, withSuccessor(bank, data, reduced)]))
  const codeRanges = data.codeRanges
    .filter(({ source }) => isKept(source))
    .map((range) => ({ ...range, banks: range.banks.filter((id) => banks.has(id)) }))
    .filter((range) => range.banks.length > 0)
  const ofRanges = codeRanges.map(({ source }) => source)
  const named = new Set([...[...banks.values()].flatMap(({ sources }) => sources), ...ofRanges])
  const populated = new Set([...banks.values()].map(({ country }) => country))
  const coded = [...[...banks.values()].flatMap(({ codes = [] }) => codes), ...codeRanges]
  const used = new Set(coded.map(({ scheme }) => scheme))
  return {
    countries: keepPopulated(data.countries, populated).map((country) => withSchemesIn(used, country)),
    schemes: new Map([...data.schemes].filter(([id]) => used.has(id))),
    sources: new Map([...data.sources].filter(([id]) => named.has(id))),
    banks,
    codeRanges,
    losses: lossesOf(data, banks),
  }
}

/** What we saw ourselves, comparing BICs. Any other sentence may quote a list that is left out. */
const sharedBicNote = 'The BIC is that of a central institution shared by several banks.'

const lostSuccessorNote = 'It merged; what says with whom is not part of this data.'

/** A bank that loses no source stays as it is. Of another is kept what a remaining source gives. */
function reduceBank(
  bank: BankRecord,
  known: Map<string, Source>,
  isKept: (source: string) => boolean,
): BankRecord | undefined {
  const sources = bank.sources.filter(isKept)
  if (sources.length === bank.sources.length) return bank
  const isGiven = (field: GivenField): boolean => sources.some((id) => gives(known.get(id) as Source, field))
  // A bank that nobody left names is not known to exist.
  if (!isGiven('name')) return undefined
  const { codes = [], notes = [], ...rest } = bank
  const lost = givenFields.filter((field) => !isGiven(field))
  const facts: Omit<BankRecord, 'codes' | 'notes'> = { ...rest, sources }
  for (const field of lost) if (field !== 'name') delete facts[field]
  // Without its state a city is another place.
  if (bank.region !== undefined && facts.region === undefined) delete facts.city
  const said = notes.filter((note) => note === sharedBicNote && facts.bic !== undefined)
  const left = codes
    .filter(({ source }) => isKept(source))
    .map(({ bic, ...code }) => (bic !== undefined && isGiven('bic') ? { ...code, bic } : code))
  return { ...facts, ...(left.length > 0 && { codes: left }), ...(said.length > 0 && { notes: said }) }
}

/**
 * Who took over whom is said by the sources of both. So where the successor has lost one, the bank's own must give it; and
 * where the successor is gone, there is none. Notes speak of it, too.
 */
function withSuccessor(bank: BankRecord, { banks, sources }: DataFolder, after: Map<string, BankRecord>): BankRecord {
  const { successor: id, notes: _, ...rest } = bank
  const without = bank.status === 'merged' ? { ...rest, notes: [lostSuccessorNote] } : rest
  if (id === undefined) return bank.notes || bank === banks.get(bank.id) ? bank : without
  const isUntouched = after.get(id) === banks.get(id)
  const isGiven = after.has(id) && bank.sources.some((source) => gives(sources.get(source) as Source, 'successor'))
  return isUntouched || isGiven ? bank : without
}

/** An empty list would say that the country has no banks; that it is not supported is the truth. */
function keepPopulated(countries: CountryRecord[], populated: Set<string>): CountryRecord[] {
  return countries
    .map((country) =>
      country.members ? { ...country, members: country.members.filter((member) => populated.has(member)) } : country,
    )
    .filter(({ code, members }) => (members ? members.length > 0 : populated.has(code)))
}

function withSchemesIn(used: Set<string>, country: CountryRecord): CountryRecord {
  const { code_schemes = [], ...rest } = country
  const left = code_schemes.filter((scheme) => used.has(scheme))
  return left.length > 0 ? { ...rest, code_schemes: left } : rest
}

function lossesOf({ countries, banks: before }: DataFolder, after: Map<string, BankRecord>): CountryLoss[] {
  const had = Map.groupBy(before.values(), ({ country }) => country)
  const has = Map.groupBy(after.values(), ({ country }) => country)
  return countries
    .filter(({ kind }) => kind === 'country')
    .map(({ code }) => compareBanks(code, had.get(code) ?? [], has.get(code) ?? []))
    .filter(({ banks, codes, fields }) => {
      const lostBanks = banks.before > banks.after
      return lostBanks || codes.before > codes.after || Object.keys(fields).length > 0
    })
}

function compareBanks(country: string, before: BankRecord[], after: BankRecord[]): CountryLoss {
  const left = new Set(after.map(({ id }) => id))
  const countCodes = (banks: BankRecord[]): number => banks.reduce((sum, { codes = [] }) => sum + codes.length, 0)
  const fields = [...givenFields, 'notes' as const]
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
      lost: before.filter(({ id }) => !left.has(id)).map(({ id }) => id),
    },
    codes: { before: countCodes(before), after: countCodes(after) },
    fields: Object.fromEntries(fields),
  }
}
