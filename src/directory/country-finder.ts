/** Finds a country by what a caller sends: a two-letter or three-letter code, or an English name. */
import type { Missing } from './builds/build-schema.ts'
import { once } from './memoize.ts'
import { nearestWord } from './nearest-word.ts'
import { type CountryRecord, countryInputPattern, type SupportedCountry } from './records/country-record.ts'
import { lookupError } from './requests/lookup-error.ts'

/** What the finder needs to know about a country. */
export type NamedCountry = Pick<SupportedCountry, 'code' | 'alpha3' | 'also' | 'name' | 'display_name'>

export interface CountryFinder<Country extends NamedCountry> {
  /** `input`: a code or a name, in upper or lower case. Accents and punctuation in names do not matter. */
  find(input: string): Country | undefined
  /** Returns the country that `input` probably means, although `find` does not accept it. */
  suggest(input: string): Country | undefined
}

/** `records`: the countries in `supported` as they are in the data, with all their codes and names. */
export function createCountryFinder<Country extends NamedCountry>(
  supported: readonly Country[],
  records: readonly CountryRecord[],
): CountryFinder<Country> {
  const byCode = new Map<string, Country>()
  const byName = new Map<string, Country>()
  for (const country of supported) {
    for (const code of [country.code, country.alpha3 ?? country.code, ...country.also]) {
      // Store codes in lower case too, because most callers send them that way, and then one lookup is enough.
      byCode.set(code, country).set(code.toLowerCase(), country)
    }
    for (const name of [country.name, country.display_name]) byName.set(foldName(name), country)
  }
  // Built on the first error.
  const allNames = once(() => new Map([...collectOtherNames(supported, records), ...byName]))

  return {
    find: (input) => {
      const found = byCode.get(input)
      if (found || !inputPattern.test(input)) return found
      // A code with an accent is not a code: "ñg" does not mean Nigeria.
      const byItsCode = codePattern.test(input) ? byCode.get(input.trim().toUpperCase()) : undefined
      return byItsCode ?? byName.get(foldName(input))
    },
    suggest: (input) => {
      if (!inputPattern.test(input)) return undefined
      const known = allNames()
      const name = foldName(input)
      // A long form may start with the name, as in "United States of America".
      const start = [...known.keys()].find((one) => name === one || name.startsWith(`${one} `))
      const nearest = start ?? nearestWord(name, known.keys())
      return nearest === undefined ? undefined : known.get(nearest)
    },
  }
}

/**
 * Returns a function that finds the country, or throws an error that suggests one or lists all of them. It accepts values
 * that no schema has checked. `explainMissing`: says why the directory does not have a country, if it knows.
 */
export function createRequireCountry<Country extends NamedCountry>(
  { find, suggest }: CountryFinder<Country>,
  countries: readonly Country[],
  explainMissing: (input: string) => Missing | undefined,
): (input: unknown) => Country {
  const supported = countries.map(({ code }) => code).join(', ')
  return (input) => {
    const found = typeof input === 'string' ? find(input) : undefined
    if (found) return found
    if (input === undefined || input === null) throw lookupError('country_missing', {})
    if (typeof input !== 'string' || !inputPattern.test(input)) throw lookupError('country_malformed', { value: input })
    const text = input.trim()
    const value = text.length <= 3 ? text.toUpperCase() : text
    const missing = explainMissing(input)
    if (missing) throw lookupError('country_unsupported', { value, input, supported }, missing)
    const near = suggest(input)
    if (!near) throw lookupError('country_unsupported', { value, input, supported })
    const [suggestion, name] = [near.code.toLowerCase(), near.display_name]
    const details = { value, input, supported, suggestion, suggestion_name: name }
    throw lookupError('country_unsupported', details, `did you mean ${name} (${suggestion})?`)
  }
}

const inputPattern = new RegExp(countryInputPattern, 'u')
const codePattern = /^\s*[A-Za-z]{2,4}\s*$/

/**
 * Former, short and local names, such as "Turkey" and "Deutschland". The API does not list them, so they only lead to a
 * suggestion.
 */
function collectOtherNames<Country extends NamedCountry>(
  supported: readonly Country[],
  records: readonly CountryRecord[],
): Map<string, Country> {
  const byCode = new Map(supported.map((country) => [country.code, country]))
  const names = new Map<string, Country>()
  for (const { code, local_name = '', other_names = [] } of records) {
    const country = byCode.get(code)
    if (!country) continue
    for (const name of [...local_name.split('/'), ...other_names].map(foldName)) if (name) names.set(name, country)
  }
  return names
}

/** Returns the name in lower case, without accents, punctuation and article: "Côte d'Ivoire" becomes "cote d ivoire". */
const foldName = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim()
    .replace(/^the /, '')
