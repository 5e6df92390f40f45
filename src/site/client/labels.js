/** Plain English labels for the values in API responses. */

/** @param {string} value a value with underscores, such as `microfinance_bank` */
export const humanize = (value) => {
  const text = value.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** @param {string} type */
export const typeLabel = (type) =>
  ({ e_money_institution: 'E-money institution', mobile_money: 'Mobile money', other: 'Other institution' })[type] ??
  humanize(type)

/** @type {Record<string, string>} */
export const confidenceLabels = {
  high: 'High: the sources agree.',
  medium: 'Medium: there are few sources, or they partly disagree.',
  low: 'Low: there is only one weak source. Check before you pay.',
}

/** @type {Record<string, string>} */
export const kindLabels = {
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
  bank_id: 'Bank ID in this directory',
}

/** @type {Record<string, { icon: string, label: string }>} */
export const verdictLabels = {
  valid: { icon: '✓', label: 'Valid' },
  possible: { icon: '○', label: 'Possible: confirm it before you use it' },
  former: { icon: '↷', label: 'Former: no longer in use' },
  unknown: { icon: '?', label: 'Unknown: no bank in this directory has it' },
  invalid: { icon: '✕', label: 'Invalid' },
}

/** @type {Record<string, string>} */
export const relationLabels = {
  holder: '',
  successor: 'successor',
  unconfirmed_holder: 'unconfirmed',
  former_holder: 'former holder',
  usual_holder: 'usual holder of this prefix',
  possible: 'possible',
}

/** @type {Record<string, string>} labels for the field that matched, unless it is the name */
export const fieldLabels = {
  short_name: 'Short name',
  legal_name: 'Legal name',
  aliases: 'Also known as',
  successor_of: 'Took over',
  bic: 'BIC',
  lei: 'LEI',
  ussd: 'Dial',
  city: 'City',
}

/**
 * Describes a pattern such as `^\d{3}$` as "3 digits". Returns undefined for any other kind of pattern.
 * @param {string} pattern a regular expression
 */
export function describePattern(pattern) {
  const [, min, max = min] = /^\^\\d\{(\d+)(?:,(\d+))?\}\$$/.exec(pattern) ?? []
  if (min === undefined) return undefined
  return `${min === max ? min : `${min} to ${max}`} ${max === '1' ? 'digit' : 'digits'}`
}

/**
 * Formats an identifier for display. An IBAN is split into groups of four.
 * @param {string} identifier
 * @param {string} kind
 */
export const formatIdentifier = (identifier, kind) =>
  kind === 'iban' ? identifier.replaceAll(/(.{4})(?=.)/g, '$1 ') : identifier
