/** Checks the payment rails, and adds the rails that `rails.json` of an overlay lists to the records of the banks. */
import type { BankRecord } from '../../directory/records/bank-record.ts'
import type { CountryRecord } from '../../directory/records/country-record.ts'
import { type Rail, railCountries } from '../../directory/records/rail-record.ts'
import type { Scheme } from '../../directory/records/scheme.ts'
import type { Source } from '../../directory/records/source.ts'
import type { LocatedLine } from '../overlay.ts'
import { parseJson } from '../read-folder.ts'

interface RailReferences {
  /** Countries and regions. */
  countries: readonly CountryRecord[]
  schemes: ReadonlyMap<string, Scheme>
  sources: ReadonlyMap<string, Source>
}

/** The rails by id, each with the countries whose banks can be on it. */
export type KnownRails = ReadonlyMap<string, { rail: Rail; countries: ReadonlySet<string> }>

/** Returns what is wrong with a rail, or null if it is valid. */
export function railError(rail: Rail, known: RailReferences): string | null {
  const { countries, source, complete, from, level, letter, banks, codes } = rail
  const unknown = countries.find((area) => !known.countries.some(({ code }) => code === area))
  if (unknown !== undefined) return `${unknown} is not a country or region`
  if (source !== undefined && !known.sources.has(source)) return `its source ${source} is not in sources.json`
  if (source === undefined && complete) return 'it is complete, but it has no source'
  if ((letter !== undefined) !== (level === 'branch'))
    return 'a rail of level branch has a letter, and no other has one'
  if (banks && level !== 'bank') return 'only a rail of level bank lists banks'
  if (codes && level !== 'code') return 'only a rail of level code lists codes'
  if (from && (letter ?? banks ?? codes)) return 'a rail that follows from a scheme lists nothing'
  const used = [...(from ? [from.scheme] : []), ...Object.keys(codes ?? {})]
  const scheme = used.find((id) => !known.schemes.has(id))
  if (scheme !== undefined) return `the scheme ${scheme} is not in schemes.json`
  const owner = from && known.schemes.get(from.scheme)?.country
  return owner === undefined || owner === '*' || countries.includes(owner)
    ? null
    : `${from?.scheme} belongs to ${owner}`
}

export const railsById = (rails: readonly Rail[], areas: readonly CountryRecord[]): KnownRails =>
  new Map(rails.map((rail) => [rail.id, { rail, countries: railCountries(rail, areas) }]))

/** Returns what is wrong with the rails that a bank names, or null if they are valid. */
export function railsFault(bank: BankRecord, known: KnownRails): string | null {
  const { country, codes = [], rails = [], rails_unknown: unread = [] } = bank
  const both = unread.find((id) => rails.includes(id))
  if (both !== undefined) return `${both} is in rails and in rails_unknown`
  const faults = [
    listFault(rails, 'bank', country, known),
    listFault(unread, 'bank', country, known),
    ...codes.map((code) => listFault(code.rails ?? [], 'code', country, known)),
  ]
  return faults.find((fault) => fault !== null) ?? null
}

function listFault(ids: readonly string[], level: 'bank' | 'code', country: string, known: KnownRails): string | null {
  let previous = ''
  for (const id of ids) {
    const found = known.get(id)
    if (!found) return `its rail ${id} is not in rails.json`
    const { rail, countries } = found
    if (rail.from) return `its rail ${id} follows from its ${rail.from.scheme} codes and must not be written`
    if (!countries.has(country)) return `${id} is a rail of ${rail.countries.join(', ')}`
    // A bank also names the rails of its branches.
    if ((rail.level === 'code') !== (level === 'code')) return `${id} is written on a ${rail.level}, not on a ${level}`
    if (id <= previous) return `its rail ${id} cannot follow ${previous}: rails are sorted`
    previous = id
  }
  return null
}

/** A rail that lists its banks or codes. */
export interface RailList {
  id: string
  banks: ReadonlySet<string>
  /** Scheme and value, joined by a space. */
  codes: ReadonlySet<string>
}

/** Returns the rails of each country that list their banks or codes. Only those of an overlay do. */
export function listedRails(rails: readonly Rail[], areas: readonly CountryRecord[]): Map<string, RailList[]> {
  const lists = new Map<string, RailList[]>()
  for (const rail of rails.filter(({ banks, codes }) => banks ?? codes)) {
    const keys = Object.entries(rail.codes ?? {}).flatMap(([scheme, own]) => own.map((value) => `${scheme} ${value}`))
    const list = { id: rail.id, banks: new Set(rail.banks), codes: new Set(keys) }
    for (const country of railCountries(rail, areas)) lists.set(country, [...(lists.get(country) ?? []), list])
  }
  return lists
}

/** Adds the listed rails to the lines of a country, so that the records name all their rails. */
export const addListedRails = (lines: LocatedLine[], lists: readonly RailList[]): LocatedLine[] =>
  lists.length === 0 ? lines : lines.map((line) => ({ ...line, text: withRails(line, lists) }))

function withRails({ text, location }: LocatedLine, lists: readonly RailList[]): string {
  const bank = parseJson(text, location) as Partial<BankRecord> | null
  // The validation of the record reports a line that is not a bank.
  if (typeof bank?.id !== 'string') return text
  const joined = (rails: readonly string[] = [], more: readonly string[]): { rails?: string[] } =>
    rails.length + more.length === 0 ? {} : { rails: [...new Set([...rails, ...more])].sort() }
  const ofBank = lists.filter(({ banks }) => banks.has(bank.id as string)).map(({ id }) => id)
  const codes = Array.isArray(bank.codes)
    ? bank.codes.map((code) => {
        const own = lists.filter(({ codes: keys }) => keys.has(`${code?.scheme} ${code?.value}`)).map(({ id }) => id)
        return own.length === 0 ? code : { ...code, ...joined(code.rails, own) }
      })
    : undefined
  const unread = bank.rails_unknown?.filter((id) => !ofBank.includes(id))
  const { rails_unknown: _, ...rest } = bank
  return JSON.stringify({
    ...rest,
    ...(codes && { codes }),
    ...joined(bank.rails, ofBank),
    ...(unread && unread.length > 0 && { rails_unknown: unread }),
  })
}
