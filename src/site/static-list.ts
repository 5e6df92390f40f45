/** The list of a country's banks on a static site: the rows of the explorer, and what its search compares. */
import type { Bank } from '../directory/records/bank-record.ts'

export const staticListFields = [
  'id',
  'name',
  'short_name',
  'legal_name',
  'aliases',
  'country',
  'type',
  'city',
  'region',
  'code',
  'code_scheme',
  'codes',
  'bic',
  'status',
] as const satisfies readonly (keyof Bank)[]

export interface StaticBank extends Pick<Bank, (typeof staticListFields)[number]> {
  /** Ids of the payment rails over which money reaches the bank. */
  rails: readonly string[]
}

export interface ExplorerList {
  /** The best-known banks first. */
  banks: readonly StaticBank[]
}

/** `country`: its code. Relative to the base URL. */
export const explorerListPath = (country: string): string => `explorer/${country.toLowerCase()}.json`
