/** Finds the country that a reading is about. */
import type { Scheme } from '../records/scheme.ts'
import type { Reading } from './reading.ts'

/** Kinds of identifiers that only one country has. */
const countriesByKind: Partial<Record<Reading['kind'], string>> = {
  us_aba: 'US',
  gb_sort_code: 'GB',
  gb_account: 'GB',
  ca_eft: 'CA',
  ca_cheque: 'CA',
  nuban: 'NG',
}

/** Returns undefined if the identifier does not tell its country, as an LEI. */
export const countryOf = ({ kind, scheme, parts }: Reading, schemes: ReadonlyMap<string, Scheme>): string | undefined =>
  countriesByKind[kind] ?? (scheme === null ? parts.country : schemes.get(scheme)?.country)
