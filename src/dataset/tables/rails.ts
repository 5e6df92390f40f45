/** Checks the payment rails, and adds the rails that `rails.json` of an overlay lists to the records of the banks. */
import type { BankRecord } from '../../directory/records/bank.ts'
import type { CountryRecord } from '../../directory/records/country.ts'
import { type Rail, railsFile } from '../../directory/records/rail.ts'
import type { Scheme } from '../../directory/records/scheme.ts'
import type { Source } from '../../directory/records/source.ts'
import { DatasetError } from '../dataset-error.ts'
import type { LocatedLine } from '../overlay.ts'
import { parseJson } from '../parse-json.ts'

export interface RailReferences {
  /** Countries and regions, those with long codes too. */
  areas: readonly CountryRecord[]
  schemes: ReadonlyMap<string, Scheme>
  sources: ReadonlyMap<string, Source>
}

/** The rails by id, each with the countries whose banks can be on it. */
export type KnownRails = ReadonlyMap<string, { rail: Rail; countries: ReadonlySet<string> }>

/** Returns what is wrong with a rail, or null if it is valid. */
export function railError(rail: Rail, { areas, schemes, sources }: RailReferences): string | null {
  const { countries, source, complete, from, level, letter, banks, codes } = rail
  const unknown = countries.find((area) => !areas.some(({ code }) => code === area))
  if (unknown !== undefined) return `${unknown} is not a country or region`
  if (source !== undefined && !sources.has(source)) return `its source ${source} is not in sources.json`
  if (source === undefined && complete) return 'it is complete, but it has no source'
  if ((from === undefined) === (level === undefined)) return 'it has either "from" or "level"'
  if ((letter !== undefined) !== (level === 'branch'))
    return 'a rail of level branch has a letter, and no other has one'
  if (banks && level !== 'bank') return 'only a rail of level bank lists banks'
  if (codes && level !== 'code') return 'only a rail of level code lists codes'
  const scheme = [...(from ? [from.scheme] : []), ...Object.keys(codes ?? {})].find((id) => !schemes.has(id))
  if (scheme !== undefined) return `the scheme ${scheme} is not in schemes.json`
  const owner = from && schemes.get(from.scheme)?.country
  return owner === undefined || owner === '*' || countries.includes(owner)
    ? null
    : `${from?.scheme} belongs to ${owner}`
}

/** Checks the rails of the shipped data, with those of an overlay in place of the rails with the same id. */
export function checkRails(rails: readonly Rail[], known: RailReferences): KnownRails {
  for (const rail of rails) {
    const reason = railError(rail, known)
    if (reason !== null) throw DatasetError.at({ file: railsFile }, `${rail.id}: ${reason}`)
  }
  return railsById(rails, known.areas)
}

/** Replaces the regions by their members. */
export function railsById(rails: readonly Rail[], areas: readonly CountryRecord[]): KnownRails {
  const membersOf = (area: string): readonly string[] => areas.find(({ code }) => code === area)?.members ?? [area]
  return new Map(rails.map((rail) => [rail.id, { rail, countries: new Set(rail.countries.flatMap(membersOf)) }]))
}

/** Returns what is wrong with the rails that a bank names, or null if they are valid. */
export function railsFault(
  { country, codes = [], rails = [], rails_unknown: unread = [] }: BankRecord,
  known: KnownRails,
): string | null {
  const both = unread.find((id) => rails.includes(id))
  if (both !== undefined) return `${both} is in rails and in rails_unknown`
  return (
    listFault(rails, 'bank', country, known) ??
    listFault(unread, 'bank', country, known) ??
    codes.map((code) => listFault(code.rails ?? [], 'code', country, known)).find((fault) => fault !== null) ??
    null
  )
}

function listFault(ids: readonly string[], level: Rail['level'], country: string, known: KnownRails): string | null {
  let previous = ''
  for (const id of ids) {
    const found = known.get(id)
    if (!found) return `its rail ${id} is not in rails.json`
    const { rail, countries } = found
    if (rail.from) return `its rail ${id} follows from its ${rail.from.scheme} codes and must not be written`
    if (!countries.has(country)) return `${id} is a rail of ${rail.countries.join(', ')}`
    if (rail.level !== level && !(rail.level === 'branch' && level === 'bank'))
      return `${id} is written on a ${rail.level}, not on a ${level}`
    if (id <= previous) return `its rail ${id} cannot follow ${previous}: rails are sorted`
    previous = id
  }
  return null
}

/** Adds the rails that list their banks or codes to the lines of a country, so that the records name all rails. */
export function addListedRails(lines: LocatedLine[], country: string, known: KnownRails): LocatedLine[] {
  const listed = listsOf(country, known)
  return listed.length === 0 ? lines : lines.map((line) => ({ ...line, text: withRails(line, listed) }))
}

/** Whether a rail of the country lists its banks or codes. */
export const hasListedRails = (country: string, known: KnownRails): boolean => listsOf(country, known).length > 0

interface RailList {
  id: string
  banks: ReadonlySet<string>
  /** Scheme and value, joined by a space. */
  codes: ReadonlySet<string>
}

const listsOf = (country: string, known: KnownRails): RailList[] =>
  [...known.values()]
    .filter(({ rail, countries }) => (rail.banks || rail.codes) && countries.has(country))
    .map(({ rail: { id, banks = [], codes = {} } }) => {
      const keys = Object.entries(codes).flatMap(([scheme, values]) => values.map((value) => `${scheme} ${value}`))
      return { id, banks: new Set(banks), codes: new Set(keys) }
    })

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
