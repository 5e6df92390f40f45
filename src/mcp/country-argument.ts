/** The argument `country` of the tools, which follows the same rules as in the API. */
import type { Directory } from '../directory/directory.ts'
import type { SupportedCountry } from '../directory/records/country-record.ts'
import { createRequireCountry, readCountry } from '../directory/requests/country-input.ts'

export const countryArgument = {
  type: 'string',
  description: 'a country code such as NG, or a name',
} as const

export const requireCountry = (input: unknown, directory: Directory): SupportedCountry =>
  readCountry(input, createRequireCountry(directory))

/** `undefined` stands for all countries. */
export const optionalCountry = (input: string | undefined, directory: Directory): SupportedCountry | undefined =>
  input === undefined ? undefined : requireCountry(input, directory)
