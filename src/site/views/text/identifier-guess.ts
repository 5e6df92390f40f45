/** Decides what happens to the text of a search: it is searched, resolved, or both. */
import { looksPrivate } from './account-number-guard.ts'

/** Returns the text as a search query, or an empty string if it may be an account number, which no URL may contain. */
export const toSearchQuery = (text: string): string => (looksPrivate(text) ? '' : text.trim())

const bicShape = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/i

/**
 * Returns whether the text may be an identifier, so that it is resolved as well as searched. A word of eight or eleven
 * letters may be a BIC: "barclays" is written like one.
 */
export function mayBeIdentifier(text: string): boolean {
  const compact = text.replaceAll(/[\s.\-/]/g, '')
  return looksPrivate(text) || (compact.length > 2 && /\p{Nd}/u.test(compact)) || bicShape.test(compact)
}
