/** What the service's own words mean, in words for people. */

/** @param {string} word as in `microfinance_bank` */
export const plain = (word) => {
  const text = word.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** @param {string} type */
export const typeWords = (type) =>
  ({ e_money_institution: 'E-money institution', mobile_money: 'Mobile money', other: 'Other institution' })[type] ??
  plain(type)

/** @type {Record<string, string>} */
export const confidenceWords = {
  high: 'High: the sources agree.',
  medium: 'Medium: few sources, or not all agree.',
  low: 'Low: one weak source. Check before you pay.',
}

/** @type {Record<string, string>} */
export const kindWords = {
  iban: 'IBAN',
  bic: 'BIC',
  lei: 'LEI',
  us_aba: 'US routing number',
  gb_sort_code: 'UK sort code',
  gb_account: 'UK sort code and account number',
  ca_eft: 'Canadian EFT routing number',
  ca_cheque: 'Canadian transit number, as on cheques',
  nuban: 'Nigerian account number (NUBAN)',
  account_number: 'Account number',
  bank_code: 'Bank code',
  bank_id: 'Id of a bank in this directory',
}

/** @type {Record<string, { sign: string, word: string }>} */
export const verdictWords = {
  valid: { sign: '✓', word: 'Valid' },
  possible: { sign: '○', word: 'Possible: confirm it before you use it' },
  former: { sign: '↷', word: 'Former: no longer in use' },
  unknown: { sign: '?', word: 'Unknown: no bank in this directory has it' },
  invalid: { sign: '✕', word: 'Invalid' },
}

/** @type {Record<string, string>} */
export const relationWords = {
  holder: '',
  successor: 'took over the former holder',
  unconfirmed_holder: 'unconfirmed',
  former_holder: 'former holder',
  usual_holder: 'usual holder of codes like this',
  possible: 'possible',
}

/** @type {Record<string, string>} what a found text is, where it is not the name */
export const fieldWords = {
  short_name: 'Short',
  legal_name: 'Legal name',
  aliases: 'Also',
  successor_of: 'Took over',
  bic: 'BIC',
  lei: 'LEI',
  ussd: 'Dial',
  city: 'City',
}

/** @param {string} pattern a regular expression, in words where it is a simple one */
export function formWords(pattern) {
  const [, least, most = least] = /^\^\\d\{(\d+)(?:,(\d+))?\}\$$/.exec(pattern) ?? []
  if (least === undefined) return undefined
  return `${least === most ? least : `${least} to ${most}`} ${most === '1' ? 'digit' : 'digits'}`
}

/**
 * As people write it: an IBAN in groups of four.
 * @param {string} identifier
 * @param {string} kind
 */
export const grouped = (identifier, kind) =>
  kind === 'iban' ? identifier.replaceAll(/(.{4})(?=.)/g, '$1 ') : identifier
