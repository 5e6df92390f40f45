/** The names and codes that people use for countries, states and cities. */
import { type CountryRecord, displayNameOf } from '../../records/country-record.ts'
import type { Range } from '../../storage/bank-table.ts'
import { foldWords } from '../text/tokenizer.ts'

export interface Place {
  kind: 'country' | 'state' | 'city'
  /** The banks in the country of the place, as ranges of bank numbers. For namesakes, those of both countries. */
  ranges: readonly Range[]
  /** The two places that a code names: "mn" is Mongolia and Minnesota. */
  namesakes?: readonly [country: Place, state: Place]
  /** Single-word forms of the place in bank records: the code of a state, or the one-word names of a city. */
  words: readonly string[]
}

/**
 * Keyed by name or code, in lower case without accents. If a country and a state share a key, as with "ca", the entry for
 * both comes first, for a search in all countries; the country and the state follow, for a search in one of them.
 */
export type Places = Map<string, Place[]>

/** No place name has more words than this. */
export const placeWordsMax = 3

/** Leaves out places in countries without a range of banks: their names are then words like any other. */
export function createPlaces(all: readonly CountryRecord[], banks: Map<string, Range>): Places {
  const places: Places = new Map()
  const add = (names: Iterable<string>, place: Place): void => {
    for (const name of new Set(names)) places.set(name, [...(places.get(name) ?? []), place])
  }
  const rangesOf = ({ code, members = [code] }: CountryRecord): Range[] =>
    members.flatMap((member) => {
      const range = banks.get(member)
      return range ? [range] : []
    })
  const countries = all.filter((country) => rangesOf(country).length > 0)
  for (const country of countries) {
    add(namesOfCountry(country).flatMap(spellingsOf), { kind: 'country', ranges: rangesOf(country), words: [] })
  }
  for (const country of countries) {
    const ranges = rangesOf(country)
    for (const [code, name] of Object.entries(country.regions ?? {})) {
      const region = code.toLowerCase()
      add([region, ...spellingsOf(name)], { kind: 'state', ranges, words: [region] })
    }
    for (const [name, others] of Object.entries(country.cities ?? {})) {
      const names = [name, ...others].flatMap(spellingsOf)
      add(names, { kind: 'city', ranges, words: names.filter((spelling) => !spelling.includes(' ')) })
    }
  }
  for (const [name, [country, state, ...others]] of places) {
    if (country?.kind !== 'country' || state?.kind !== 'state') continue
    const ranges = [...country.ranges, ...state.ranges]
    places.set(name, [{ ...country, ranges, namesakes: [country, state] }, country, state, ...others])
  }
  return places
}

function namesOfCountry(country: CountryRecord): string[] {
  const { code, alpha3 = code, also = [], local_name, other_names = [] } = country
  // If a country has several languages, `local_name` has one name per language, separated by slashes.
  return [displayNameOf(country), code, alpha3, ...also, ...(local_name?.split('/') ?? []), ...other_names]
}

/** Returns two spellings: with umlauts as plain letters, and with umlauts written out. */
function spellingsOf(name: string): string[] {
  const words = foldWords(name)
  return [words.map(({ text }) => text).join(' '), words.map(({ text, spelledOut }) => spelledOut ?? text).join(' ')]
}
