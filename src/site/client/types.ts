/** What passes between the explorer's scripts and the service, for the type checker alone: this file is not served. */
import type { Bank, BankDetail } from '../../directory/records/bank.ts'
import type { SupportedCountry } from '../../directory/records/country.ts'

export type { Bank, BankDetail, SupportedCountry }

export interface View {
  /** Code in capitals, or empty. */
  country: string
  query: string
  /** Id of the bank whose card is open, or empty. */
  bank: string
  /** Whether "Which bank is this?" is open. */
  isResolving: boolean
  /** Whether all banks of the country are listed. */
  isWhole: boolean
}

export interface Asked<Answer> {
  title: string
  /** Under the address of the service. */
  path: string
  /** Of a POST. */
  body?: Record<string, string>
  /** Never there: it ties a request to the type of its answer. */
  answer?: Answer
}

/** What can be put into an element. */
export type Child = string | number | Node | null | undefined | false | Child[]

/** Functions listen to events. */
export type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>

/** A text, and what to mark of it: first and one past the last UTF-16 unit. */
export interface Marked {
  text: string
  spans: readonly (readonly [number, number])[]
}

export interface FoundBank extends Bank {
  matched: Marked & { field: string; scheme: string | null; status: 'current' | 'former' | 'unconfirmed' | null }
}

export interface Holder extends Bank {
  relation: string
  since: string | null
}

export interface Code {
  value: string
  bic?: string | null
  as_of?: string
}

export interface Reading {
  kind: string
  scheme: string | null
  verdict: 'valid' | 'possible' | 'former' | 'unknown' | 'invalid'
  canonical: string
  account_checked: boolean | null
  message: string | null
  at: [number, number] | null
  suggestion: string | null
  parts: Record<string, string>
  bic: string | null
  note: string | null
  banks: Holder[]
}

export interface Resolved {
  readings: Reading[]
  message: string | null
}

/** Checks an identifier. */
export type Check = (identifier: string) => void
