/** Finds the country that a model names: by its code or by one of its names. */
import type { Directory } from '../directory/directory.ts'
import type { SupportedCountry } from '../directory/records/country.ts'
import { quote } from './quote.ts'
import { ToolError } from './tool.ts'

export const countryArgument = {
  type: 'string',
  minLength: 2,
  maxLength: 60,
  description: 'a two-letter country code such as NG, or a country name',
} as const

export function requireCountry(input: string, { findCountry, packed }: Directory): SupportedCountry {
  const wanted = fold(input)
  const named = packed.countries.find(({ alpha3, name, display_name, local_name, other_names = [] }) =>
    [alpha3, name, display_name, local_name, ...other_names].some((known) => known && fold(known) === wanted),
  )
  const found = findCountry(input) ?? (named && findCountry(named.code))
  if (found) return found
  throw new ToolError(`The directory has no country ${quote(input)}. Call list_countries for the codes it has.`)
}

/** `undefined` stands for all countries. */
export const optionalCountry = (input: string | undefined, directory: Directory): SupportedCountry | undefined =>
  input === undefined ? undefined : requireCountry(input, directory)

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()
