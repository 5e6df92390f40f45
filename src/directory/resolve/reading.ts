/** One way to read an identifier: what it is, whether it can be right, and whose it is. */
import type { Parts, Verdict } from '../../identifiers/verdict.ts'

export const readingKinds = [
  'iban',
  'bic',
  'lei',
  'us_aba',
  'gb_sort_code',
  'gb_account',
  'ca_eft',
  'ca_cheque',
  'nuban',
  'account_number',
  'bank_code',
  'bank_id',
] as const

/** How a bank is tied to the identifier, the surest first. */
export const relations = [
  /** It is the bank's. */
  'holder',
  /** It was that of a bank which this one took over. */
  'successor',
  /** A list says so that we do not trust enough. */
  'unconfirmed_holder',
  /** It was the bank's and is no more, or the bank is no more. */
  'former_holder',
  /** Codes that begin so are usually its: an indication. */
  'usual_holder',
  /** The number could be one of its accounts: it proves nothing. */
  'possible',
] as const

export type Relation = (typeof relations)[number]

export interface Holder {
  bank: number
  relation: Relation
  /** When it came about, where known. */
  since: string | null
}

export interface Reading {
  kind: (typeof readingKinds)[number]
  /** Of a bank code. */
  scheme: string | null
  verdict: Verdict
  parts: Parts
  /** The BIC to use, where there is one. */
  bic: string | null
  /** Why these banks, where it is not plain. */
  note: string | null
  holders: Holder[]
}
