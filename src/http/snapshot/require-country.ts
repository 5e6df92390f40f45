/** Finds the country that a caller requested, or throws a problem that suggests one or lists the supported countries. */

import type { Directory } from '../../directory/directory.ts'
import type { SupportedCountry } from '../../directory/records/country.ts'
import { problem, quoted } from '../errors/problems.ts'

export function createRequireCountry(directory: Directory): (input: string) => SupportedCountry {
  const supported = directory.countries.map(({ code }) => code).join(', ')
  return (input) => {
    const found = directory.findCountry(input)
    if (found) return found
    const text = input.trim()
    const value = quoted(text.length <= 3 ? text.toUpperCase() : text)
    throw problem('country_unsupported', { value, supported }, {}, adviceFor(directory.suggestCountry(input)))
  }
}

const adviceFor = (suggestion: SupportedCountry | undefined): string | undefined =>
  suggestion &&
  `did you mean ${suggestion.display_name} (${suggestion.code.toLowerCase()})? GET /v1/supported-countries/ lists all countries.`
