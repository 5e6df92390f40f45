/** What people call countries, and the states of which records have only the code. */
import type { CountryRecord } from '../country.ts'
import type { Range } from '../numbered.ts'
import { foldWords } from './fold.ts'

export interface Place {
  /** The banks of the country. */
  ranges: readonly Range[]
  /** Of these only the ones in a state: its code as a word. */
  region: string | undefined
}

/** By its folded name or code; where a country and a state have the same, as Canada and California, the country first. */
export type Places = Map<string, Place[]>

export function placesOf(countries: readonly CountryRecord[], banks: Map<string, Range>): Places {
  const places: Places = new Map()
  const add = (names: Iterable<string>, place: Place): void => {
    for (const name of new Set(names)) places.set(name, [...(places.get(name) ?? []), place])
  }
  const rangesOf = ({ code, members = [code] }: CountryRecord): Range[] =>
    members.map((member) => banks.get(member) as Range)
  for (const country of countries) {
    add(everyNameOf(country).flatMap(spellingsOf), { ranges: rangesOf(country), region: undefined })
  }
  for (const country of countries) {
    for (const [code, name] of Object.entries(country.regions ?? {})) {
      const region = code.toLowerCase()
      add([region, ...spellingsOf(name)], { ranges: rangesOf(country), region })
    }
  }
  return places
}

function everyNameOf({ code, alpha3 = code, also = [], name, local_name, other_names = [] }: CountryRecord): string[] {
  // "London (United Kingdom)": what stands in brackets is the country. Some have a name in each of their languages.
  const called = /\((.+)\)/.exec(name)?.[1] ?? name
  return [called, code, alpha3, ...also, ...(local_name?.split('/') ?? []), ...other_names]
}

function spellingsOf(name: string): string[] {
  const words = foldWords(name)
  return [words.map(({ text }) => text).join(' '), words.map(({ text, spelledOut }) => spelledOut ?? text).join(' ')]
}
