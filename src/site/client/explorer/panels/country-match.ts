/** Finds countries by what a user types. */
import type { CountrySummary } from '../../../views/view-context.ts'
import { fold } from '../list/list-filter.ts'

/**
 * Names that only the chooser knows. The data leaves out England, because a search for "Bank of England" must not mean a
 * bank in that country.
 */
const furtherNames: Record<string, string[]> = { GB: ['England'] }

/**
 * Returns the countries whose code or name starts with the text, or has a word that does. Codes and other names such as
 * "UK", "USA" and "England" count as well, and an exact match excludes all others.
 */
export function matchCountries(countries: readonly CountrySummary[], text: string): readonly CountrySummary[] {
  const wanted = foldName(text)
  if (wanted === '') return countries
  const namesOf = ({ code, name, also }: CountrySummary): string[] =>
    [code, name, ...also, ...(furtherNames[code] ?? [])].map(foldName)
  const exact = countries.filter((country) => namesOf(country).includes(wanted))
  if (exact.length > 0) return exact
  return countries.filter((country) =>
    namesOf(country).some((name) => name.startsWith(wanted) || name.includes(` ${wanted}`)),
  )
}

/** Without punctuation: "Côte d’Ivoire" is found as "cote d ivoire". */
const foldName = (text: string): string =>
  fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
