/** Keeps account numbers out of URLs, because people type and paste them into any field. */

/** The length of the shortest account numbers. Bank codes that are this long are sent by POST as well. */
const digitsMin = 7

/**
 * Returns true for seven or more digits with any separators, for the start of an IBAN, and for three digits after a
 * word such as "account".
 * @param {string} text
 */
export const looksPrivate = (text) =>
  text.replaceAll(/\P{Nd}/gu, '').length >= digitsMin ||
  /\b(?:account|acct|acc|a\/c|nuban|iban)\b.*\d{3}/i.test(text) ||
  /^[A-Z]{2}\d{2}[A-Z0-9]{4,30}$/i.test(text.replaceAll(/[\s.\-/]/g, ''))

/**
 * Returns the text as a search query, or an empty string if it looks like an account number.
 * @param {string} text
 */
export const toSearchQuery = (text) => (looksPrivate(text) ? '' : text.trim())
