/** Plain English labels for the values in API responses. */
import { capitalized, pluralOf } from './text/text-format.ts'

/** `value`: with underscores, such as `microfinance_bank`. */
export const humanize = (value: string): string => capitalized(value.replaceAll('_', ' '))

const typeLabels: Record<string, string> = {
  e_money_institution: 'E-money institution',
  non_interest_bank: 'Non-interest bank',
  other: 'Other institution',
}

export const typeLabel = (type: string): string => typeLabels[type] ?? humanize(type)

/** The label of several banks of this type, as in "Credit unions". */
export const typesLabel = (type: string): string => pluralOf(typeLabel(type))

export const statusLabels: Record<string, string> = {
  active: 'Open',
  unverified: 'Unverified',
  merged: 'Merged',
  closed: 'Closed',
}

export const kindLabels: Record<string, string> = {
  iban: 'IBAN',
  bic: 'BIC',
  lei: 'LEI',
  us_aba: 'US routing number',
  gb_sort_code: 'UK sort code',
  gb_account: 'UK account',
  ca_eft: 'Canadian EFT routing number',
  ca_cheque: 'Canadian cheque routing number',
  nuban: 'NUBAN account number',
  account_number: 'account number',
  bank_code: 'code',
  bank_id: 'bank ID',
  reference: 'payment reference',
}

/** How a bank is related to an identifier. The holder needs no label; possible banks are counted in the answer. */
export const relationLabels: Record<string, string> = {
  holder: '',
  successor: 'successor',
  unconfirmed_holder: 'unconfirmed',
  former_holder: 'former holder',
  usual_holder: 'usually this bank',
  sponsor: 'lends the code',
  possible: '',
}

/** Words before the text that matched, if it is not obvious what it is. */
export const matchLabels: Record<string, string> = {
  aliases: 'also',
  successor_of: 'took over',
  bic: 'BIC',
  lei: 'LEI',
  ussd: 'dial',
}

export const redistributionLabels: Record<string, string> = {
  open: 'free to pass on',
  attribution: 'free to pass on with attribution',
  unclear: 'terms unclear',
  restricted: 'not to be passed on',
}

/** A noun for the codes of a scheme, in the singular and short enough for a row: "routing number" or just "code". */
export const codeNoun = (label: string): string =>
  /(?:routing|clearing|bank|institution) number|sort code|branch code/i.exec(label)?.[0].toLowerCase() ?? 'code'

/** Formats an identifier for display: an IBAN in groups of four. */
export const formatIdentifier = (identifier: string, kind: string): string =>
  kind === 'iban' ? identifier.replaceAll(/(.{4})(?=.)/g, '$1 ') : identifier

/** Whether the bank no longer exists, so that none of its codes may be used. */
export const isGone = ({ status }: { status: string }): boolean => status === 'merged' || status === 'closed'
