/** What must not get into an address: account numbers, which people paste wherever there is a field. */

/**
 * Ten digits or more are no bank's code in any scheme that we list, and an IBAN shows by its form.
 * @param {string} text
 */
export function looksPrivate(text) {
  const compact = text.replaceAll(/[\s.\-/]/g, '').toUpperCase()
  return /\d{10}/.test(compact) || /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact)
}
