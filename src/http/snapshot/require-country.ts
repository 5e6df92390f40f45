/** Finds the country that a caller requested, or throws a problem that lists the supported countries. */

import type { Directory } from '../../directory/directory.ts'
import type { SupportedCountry } from '../../directory/records/country.ts'
import { problem, quoted } from '../errors/problems.ts'

export function createRequireCountry(directory: Directory): (input: string) => SupportedCountry {
  const supported = directory.countries.map(({ code }) => code).join(', ')
  return (input) => {
    const found = directory.findCountry(input)
    if (found) return found
    const value = quoted(input.trim().toUpperCase())
    const omission = directory.explainOmission(input)
    throw problem('country_unsupported', { value: omission ? `${value} (${omission})` : value, supported })
  }
}
