/** The kind of code that the user chose for each country. It is remembered in the browser, and never sent. */
import type { SearchState } from '../../views/page-paths.ts'

const storageKey = 'bank-lookup.code-schemes'

/** Ids of code schemes, keyed by country code. */
const chosen = new Map(readStored())

function readStored(): [string, string][] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
    return entries.filter(([, scheme]) => typeof scheme === 'string')
  } catch {
    // The browser blocks storage, or the content is not ours.
    return []
  }
}

/** Returns an empty string if the user has chosen nothing for the country. */
export const rememberedScheme = (country: string): string => chosen.get(country) ?? ''

/** Whether the rows of a list depend on what the user chose earlier, which the server does not know. */
export const hasRemembered = ({ scheme, country }: SearchState): boolean =>
  scheme === '' && (country === '' ? chosen.size > 0 : chosen.has(country))

/** `scheme`: an empty string to forget the choice. */
export function rememberScheme(country: string, scheme: string): void {
  if (scheme === '') chosen.delete(country)
  else chosen.set(country, scheme)
  try {
    localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(chosen)))
  } catch {
    // The browser blocks storage, so the choice lasts until the page is left.
  }
}
