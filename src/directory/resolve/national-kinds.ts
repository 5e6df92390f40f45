/** Facts about identifiers that only one country has. */
import type { ReadingKind } from './reading.ts'

/** The country of each kind. */
export const countriesByKind: Partial<Record<ReadingKind, string>> = {
  us_aba: 'US',
  gb_sort_code: 'GB',
  gb_account: 'GB',
  ca_eft: 'CA',
  ca_cheque: 'CA',
  nuban: 'NG',
}

/** Labels of bank codes, and what the codes look like: the label may be wrong. */
export const nationalLabels: readonly { word: string; country: string; code: RegExp }[] = [
  { word: 'BSB', country: 'AU', code: /^[\d\s-]+$/ },
  { word: 'IFSC', country: 'IN', code: /^[A-Z]{4}0/i },
]
