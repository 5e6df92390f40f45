/** Keeps account numbers out of addresses: people type and paste them wherever there is a field. */

/** As many digits as the shortest account number. Some bank codes are as long; they are resolved by POST, too. */
const digitsMin = 7

/**
 * Seven digits or more, with any separators; the beginning of an IBAN; three digits behind a word for an account.
 * @param {string} text
 */
export const looksPrivate = (text) =>
  text.replaceAll(/\P{Nd}/gu, '').length >= digitsMin ||
  /\b(?:account|acct|acc|a\/c|nuban|iban)\b.*\d{3}/i.test(text) ||
  /^[A-Z]{2}\d{2}[A-Z0-9]{4,30}$/i.test(text.replaceAll(/[\s.\-/]/g, ''))

/**
 * The text as a search query, or nothing if it looks private.
 * @param {string} text
 */
export const searchable = (text) => (looksPrivate(text) ? '' : text.trim())
