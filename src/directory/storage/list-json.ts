/** The JSON of a list of banks, as the API returns it. */
import type { SupportedCountry } from '../records/country-record.ts'
import type { FacetCounts } from '../search/search-schema.ts'

export interface BankRows {
  /** The number of banks in `json`. */
  count: number
  /** The number of banks on all pages. */
  total: number
  /** The number of banks on all pages by the fields that were requested. */
  facets: FacetCounts
  /** Chunks of UTF-8 that together contain the banks as JSON objects, separated by commas. */
  json: Uint8Array[]
}

export const listJson = (
  { code }: Pick<SupportedCountry, 'code'>,
  revision: string,
  { count, json }: Pick<BankRows, 'count' | 'json'>,
  note: string | null = null,
  counts?: Pick<BankRows, 'total' | 'facets'>,
): Buffer => Buffer.concat([listHead(code, revision, count, note, counts), ...json, listTail])

/** A list has a note only if it lacks banks, and counts on request: a complete list does not grow. */
export function listHead(
  country: string,
  revision: string,
  count: number,
  note: string | null,
  { total, facets }: Partial<Pick<BankRows, 'total' | 'facets'>> = {},
): Buffer {
  const head = { country, revision, count, total, facets, ...(note !== null && { note }) }
  return Buffer.from(`${JSON.stringify(head).slice(0, -1)},"banks":[`)
}

export const listTail = Buffer.from(']}')
