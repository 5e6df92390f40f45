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

/** Labels of codes and references that one country uses, and what follows them: the label may be wrong. */
export const nationalLabels: readonly { word: string; country: string; code: RegExp }[] = [
  { word: 'BSB', country: 'AU', code: /^[\d\s-]+$/ },
  { word: 'IFSC', country: 'IN', code: /^[A-Z]{4}0/i },
  { word: 'KID', country: 'NO', code: /^[\d\s]+-?$/ },
  { word: 'OGM', country: 'BE', code: /^[\d\s/+*]+$/ },
  { word: 'VCS', country: 'BE', code: /^[\d\s/+*]+$/ },
  { word: 'VIITE', country: 'FI', code: /^[\d\s]+$/ },
  { word: 'VIITENUMERO', country: 'FI', code: /^[\d\s]+$/ },
  { word: 'VIITENUMBER', country: 'EE', code: /^[\d\s]+$/ },
]
