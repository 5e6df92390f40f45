/** Builds the most requested lists in advance: the supported countries, and the open banks in each country. */

import type { BankRows, Directory } from '../../directory/directory.ts'
import type { SupportedCountry } from '../../directory/records/country.ts'
import { type PreparedResponse, prepareResponse, recompress } from '../responses/prepared-response.ts'

export interface BankLists {
  countries: PreparedResponse
  /** Keyed by country code. */
  banksByCountry: Map<string, PreparedResponse>
}

/** `pause` is awaited between steps, so that requests are served in the meantime. */
export async function buildLists(
  directory: Directory,
  common: Record<string, string>,
  pause?: () => Promise<void>,
): Promise<BankLists> {
  const { revision, countries } = directory
  const banks: Promise<readonly [string, PreparedResponse]>[] = []
  // Do not wait for each list: while zlib threads compress one list, this thread builds the next.
  for (const country of countries) {
    if (pause) await pause()
    const json = listJson(country, revision, directory.listBanks(country, { status: 'active' }))
    if (pause) await pause()
    banks.push(prepareResponse(json, common).then((list) => [country.code, list] as const))
  }
  const countriesJson = Buffer.from(JSON.stringify({ revision, count: countries.length, countries }))
  return {
    countries: await prepareResponse(countriesJson, common),
    banksByCountry: new Map(await Promise.all(banks)),
  }
}

export function listJson({ code }: SupportedCountry, revision: string, { count, json }: BankRows): Buffer {
  const head = JSON.stringify({ country: code, revision, count }).slice(0, -1)
  return Buffer.concat([Buffer.from(`${head},"banks":[`), ...json, Buffer.from(']}')])
}

/** Recompresses one response at a time, so that other zlib threads stay free for requests. */
export async function recompressAll(responses: PreparedResponse[], isStopped: () => boolean): Promise<void> {
  for (const response of responses) {
    if (isStopped()) return
    await recompress(response)
  }
}
