/**
 * Decides what happens to the text of a search: it is searched, resolved, or both. Keeps account numbers out of URLs,
 * because people type and paste them into any field.
 */

/** The length of the shortest account numbers. Bank codes that are this long are sent by POST as well. */
const digitsMin = 7

/**
 * The `pattern` of an input whose text becomes part of the URL when there is no script: at most six digits.
 */
export const shortNumbersPattern = `(?:\\P{Nd}*\\p{Nd}){0,${digitsMin - 1}}\\P{Nd}*`

/**
 * Returns true for seven or more digits with any separators, for the start of an IBAN, and for three digits after a
 * word such as "account".
 */
export const looksPrivate = (text: string): boolean =>
  text.replaceAll(/\P{Nd}/gu, '').length >= digitsMin ||
  /\b(?:account|acct|acc|a\/c|nuban|iban)\b.*\d{3}/i.test(text) ||
  /^[A-Z]{2}\d{2}[A-Z0-9]{4,30}$/i.test(text.replaceAll(/[\s.\-/]/g, ''))

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
