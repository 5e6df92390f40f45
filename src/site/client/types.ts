/**
 * Types for the explorer and for the API responses that it reads. Only the type checker needs this file; it is not
 * served.
 */
import type { Bank, BankDetail } from '../../directory/records/bank.ts'
import type { SupportedCountry } from '../../directory/records/country.ts'
import type { HolderSummary, ReadingResult } from '../../directory/resolve/result-schema.ts'

export type { Bank, BankDetail, SupportedCountry }

export interface View {
  /** Upper-case country code, or an empty string for all countries. */
  country: string
  query: string
  /** Id of the bank whose card is open, or an empty string. */
  bank: string
  /** Whether "Check a number" is open. */
  isResolving: boolean
  /** Whether all banks in the country are listed. */
  isFullList: boolean
}

export interface ApiRequest<Result> {
  /** Relative to the base URL of the service. */
  path: string
  /** JSON body. If it is set, the request is a POST. */
  body?: Record<string, string>
  /** Never set: a phantom field that ties the request to the type of its result. */
  result?: Result
}

/** Content of an element. Null, undefined and false add nothing. */
export type Child = string | number | Node | null | undefined | false | Child[]

/** Attribute values; functions become event listeners. */
export type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>

/** A text with ranges to highlight. Each range has a start and an exclusive end, in UTF-16 code units. */
export interface Highlighted {
  text: string
  spans: readonly (readonly [number, number])[]
}

export interface FoundBank extends Bank {
  matched: Highlighted & { field: string; scheme: string | null; status: 'current' | 'former' | 'unconfirmed' | null }
}

export interface Holder extends Bank, Pick<HolderSummary, 'relation' | 'since'> {}

export interface Code {
  value: string
  bic?: string | null
  as_of?: string
}

export interface Reading extends Omit<ReadingResult, 'at' | 'banks'> {
  at: [number, number] | null
  banks: Holder[]
}

export interface Resolved {
  readings: Reading[]
  message: string | null
}

/** Resolves an identifier and shows the result. */
export type CheckIdentifier = (identifier: string) => void
