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

/** By its folded name or code. */
export type Places = Map<string, Place>

export function placesOf(countries: readonly CountryRecord[], banks: Map<string, Range>): Places {
  const rangesOf = ({ code, members = [code] }: CountryRecord): Range[] =>
    members.map((member) => banks.get(member) as Range)
  const places: Places = new Map()
  for (const country of countries) {
    const ranges = rangesOf(country)
    for (const [code, name] of Object.entries(country.regions ?? {})) {
      const place = { ranges, region: code.toLowerCase() }
      for (const folded of [place.region, ...spellingsOf(name)]) places.set(folded, place)
    }
  }
  // Where a state has the code of a country, as California and Canada, the country is meant.
  for (const country of countries) {
    const place = { ranges: rangesOf(country), region: undefined }
    for (const name of namesOf(country)) for (const folded of spellingsOf(name)) places.set(folded, place)
  }
  return places
}

function namesOf({ code, alpha3 = code, also = [], name, local_name, other_names = [] }: CountryRecord): string[] {
  // "London (United Kingdom)": what stands in brackets is the country. Some have a name in each of their languages.
  const called = /\((.+)\)/.exec(name)?.[1] ?? name
  return [called, code, alpha3, ...also, ...(local_name?.split('/') ?? []), ...other_names]
}

function spellingsOf(name: string): string[] {
  const words = foldWords(name)
  return [words.map(({ text }) => text).join(' '), words.map(({ text, spelledOut }) => spelledOut ?? text).join(' ')]
}
