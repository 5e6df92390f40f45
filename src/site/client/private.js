/** What must not get into an address: account numbers, which people paste wherever there is a field. */

/**
 * Ten digits or more, whatever stands between them, are no bank's code in any scheme that we list, British accounts have
 * eight, an IBAN shows by its form long before it is whole, and some write what it is in front of it.
 * @param {string} text
 * @param {string} country
 */
export function looksPrivate(text, country) {
  const compact = text.replaceAll(/[\s.\-/]/g, '')
  return (
    text.replaceAll(/\D/g, '').length >= 10 ||
    /\b(?:account|acct|acc|a\/c|nuban|iban)\b.*\d{3}/i.test(text) ||
    /^[A-Z]{2}\d{2}[A-Z0-9]{4,30}$/i.test(compact) ||
    (country === 'GB' && /^\d{7,}$/.test(compact))
  )
}

/**
 * What may be searched for of it: all or nothing.
 * @param {string} text
 * @param {string} country
 */
export const searchable = (text, country) => (looksPrivate(text, country) ? '' : text.trim())
