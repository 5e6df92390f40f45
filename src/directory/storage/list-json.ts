/** The JSON of a list of banks, as the API returns it. */
import type { SupportedCountry } from '../records/country-record.ts'

export interface BankRows {
  /** The number of banks in `json`. */
  count: number
  /** The number of banks on all pages. */
  total: number
  /** Chunks of UTF-8 that together contain the banks as JSON objects, separated by commas. */
  json: Uint8Array[]
}

export const listJson = (
  { code }: Pick<SupportedCountry, 'code'>,
  revision: string,
  { count, json }: Pick<BankRows, 'count' | 'json'>,
  note: string | null = null,
): Buffer => Buffer.concat([listHead(code, revision, count, note), ...json, listTail])

/** A list has a note only if it lacks banks: a complete list does not grow. */
export const listHead = (country: string, revision: string, count: number, note: string | null): Buffer =>
  Buffer.from(`${JSON.stringify({ country, revision, count, ...(note !== null && { note }) }).slice(0, -1)},"banks":[`)

export const listTail = Buffer.from(']}')
