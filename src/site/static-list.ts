/** The list of a country's banks on a static site: the rows of the explorer, and what its search compares. */
import type { Bank } from '../directory/records/bank-record.ts'
import { readingFields } from './views/answers/readings.ts'

export const staticListFields = [...readingFields, 'short_name', 'legal_name', 'aliases'] as const

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
