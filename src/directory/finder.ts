/** Finds banks by what somebody types, and whose an identifier is, over the indexes of the directory. */
import { bankStatuses, bankTypes } from './bank.ts'
import type { SupportedCountry } from './country.ts'
import { type Indexes, type IndexTables, openIndexes } from './indexes.ts'
import { isWithin, type Range } from './numbered.ts'
import type { PackedDirectory } from './packed.ts'
import { openResolver } from './resolve/resolve.ts'
import { showReadings } from './resolve/shown.ts'
import { type Matched, matchedOf } from './search/matched.ts'
import type { NameField } from './search/names.ts'
import { placesOf } from './search/places.ts'
import { openSearch } from './search/search.ts'
import { namesIn, outlineOf } from './shown.ts'

export interface SearchQuery {
  text: string
  country: SupportedCountry | undefined
  type: (typeof bankTypes)[number] | undefined
  limit: number
}

export interface Finder {
  /** By bank number: how large and well known it is. */
  prominence: Float32Array
  /** Banks as they are listed, each with what matched, in JSON; the best first. */
  search(query: SearchQuery): string[]
  /** Every way to read the identifier, as a list in JSON. */
  resolve(identifier: string, country?: SupportedCountry): string
}

export function openFinder(packed: PackedDirectory, tables: IndexTables): Finder {
  const indexes = openIndexes(packed, tables)
  const { banks } = indexes
  const search = openSearch(indexes.search, placesOf(packed.countries, banks.ranges))
  const resolve = openResolver(packed, indexes)

  const malusOf = (bank: number): number => malus[banks.statusOf(bank)] as number

  const rangesOf = ({ country }: SearchQuery): Range[] | undefined =>
    country && (country.members ?? [country.code]).map((code) => banks.ranges.get(code) as Range)

  const filterOf = ({ type }: SearchQuery, ranges: Range[] | undefined): ((bank: number) => boolean) => {
    const wantedType = type === undefined ? undefined : bankTypes.indexOf(type)
    return (bank) =>
      (!ranges || isWithin(bank, ranges)) && (wantedType === undefined || wantedType === banks.types[bank])
  }

  return {
    prominence: indexes.search.renown,
    search: (query) => {
      const { limit } = query
      // Digits, however they are set apart, are one number.
      const digits = /^[\d\s.-]+$/.test(query.text) ? query.text.replaceAll(/\D/g, '') : ''
      const text = digits || query.text
      const ranges = rangesOf(query)
      const isWanted = filterOf(query, ranges)
      const rows = new Map<number, string>()
      const add = (bank: number, matched: (row: string) => Matched): void => {
        if (rows.size >= limit || rows.has(bank)) return
        const row = banks.rowOf(bank)
        rows.set(bank, `${row.slice(0, -1)},"matched":${JSON.stringify(matched(row))}}`)
      }
      for (const { bank, value, digits: typed } of codesOf(digits, indexes, isWanted)) {
        add(bank, () => ({ field: 'codes', text: value, spans: [[0, typed]] }))
      }
      for (const hit of search(text, { limit, ranges, isWanted, malus: malusOf })) {
        // The list does not have all codes, and not who took a bank over.
        const isOpen = banks.statusOf(hit.bank) === active
        const isWhole = !isOpen || hit.field === 'bic' || hit.field === 'code'
        const record = isWhole ? banks.recordOf(hit.bank) : undefined
        const successor = record?.successor === undefined ? undefined : banks.numberOf(record.successor)
        if (record && successor !== undefined && isWanted(successor)) {
          add(successor, () => ({ ...matchedOf(record, hit), field: 'successor_of' }))
        }
        add(hit.bank, (row) => matchedOf(record ?? (namesFields.has(hit.field) ? namesIn(row) : outlineOf(row)), hit))
      }
      return [...rows.values()]
    },
    resolve: (identifier, country) => showReadings(resolve(identifier, country), banks),
  }
}

const active = bankStatuses.indexOf('active')

const namesFields = new Set<NameField>(['name', 'initials', 'short_name', 'alias', 'legal_name'])

/** An open bank comes before one that is not, unless the other fits much better. Half of the merged lead to an open one. */
const malus = bankStatuses.map((status) => ({ active: 0, unverified: 0.12, merged: 0.12, closed: 0.2 })[status])

const digitsMin = 2
const codesMax = 100

/** Codes that are what was typed, then those that begin so; open banks and current codes first, then by country. */
function codesOf(
  digits: string,
  { codes, banks }: Indexes,
  isWanted: (bank: number) => boolean,
): { bank: number; value: string; digits: number }[] {
  if (digits.length < digitsMin) return []
  return codes
    .startingWith(digits, codesMax, isWanted)
    .map((entry) => ({ ...entry, digits: digits.length }))
    .sort((a, b) => rank(b) - rank(a) || a.bank - b.bank)

  function rank({ value, status, bank }: { value: string; status: string; bank: number }): number {
    return (value === digits ? 4 : 0) + (status === 'current' ? 2 : 0) + (banks.statusOf(bank) === active ? 2 : 0)
  }
}
