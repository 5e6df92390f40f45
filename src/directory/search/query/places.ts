/** What people call countries and cities, and the states of which records have only the code. */
import { type CountryRecord, displayNameOf } from '../../records/country.ts'
import type { Range } from '../../storage/bank-table.ts'
import { foldWords } from '../text/tokenizer.ts'

export interface Place {
  kind: 'country' | 'state' | 'city'
  /** The banks of the country. */
  ranges: readonly Range[]
  /** What else it may be in a record, each a word: of a state its code, of a city its other names. */
  words: readonly string[]
}

/** By its folded name or code; where a country and a state have the same, as Canada and California, the country first. */
export type Places = Map<string, Place[]>

/** No name of a place has more words. */
export const placeWordsMax = 3

export function createPlaces(countries: readonly CountryRecord[], banks: Map<string, Range>): Places {
  const places: Places = new Map()
  const add = (names: Iterable<string>, place: Place): void => {
    for (const name of new Set(names)) places.set(name, [...(places.get(name) ?? []), place])
  }
  const rangesOf = ({ code, members = [code] }: CountryRecord): Range[] =>
    members.map((member) => banks.get(member) as Range)
  for (const country of countries) {
    add(everyNameOf(country).flatMap(spellingsOf), { kind: 'country', ranges: rangesOf(country), words: [] })
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
  return places
}

function everyNameOf(country: CountryRecord): string[] {
  const { code, alpha3 = code, also = [], local_name, other_names = [] } = country
  // Some have a name in each of their languages.
  return [displayNameOf(country), code, alpha3, ...also, ...(local_name?.split('/') ?? []), ...other_names]
}

function spellingsOf(name: string): string[] {
  const words = foldWords(name)
  return [words.map(({ text }) => text).join(' '), words.map(({ text, spelledOut }) => spelledOut ?? text).join(' ')]
}
