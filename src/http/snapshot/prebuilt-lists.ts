/** Builds the lists that nearly all requests are for: the supported countries, and the open banks in each country. */

import type { BankRows, Directory } from '../../directory/directory.ts'
import type { SupportedCountry } from '../../directory/records/country.ts'
import { type PreparedResponse, prepareResponse, recompress } from '../responses/prepared-response.ts'

export interface BankLists {
  countries: PreparedResponse
  /** By country code. */
  banksByCountry: Map<string, PreparedResponse>
}

/** `pause` is awaited between the steps, so that requests are served meanwhile. */
export async function buildLists(
  directory: Directory,
  common: Record<string, string>,
  pause?: () => Promise<void>,
): Promise<BankLists> {
  const { revision, countries } = directory
  const banks: Promise<readonly [string, PreparedResponse]>[] = []
  // Not awaited one by one: while zlib's threads compress one list, this thread builds the next.
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

/** Recompresses one list at a time, so that requests can use zlib's other threads. */
export async function recompressLists(lists: BankLists, isStopped: () => boolean): Promise<void> {
  for (const list of [lists.countries, ...lists.banksByCountry.values()]) {
    if (isStopped()) return
    await recompress(list)
  }
}
