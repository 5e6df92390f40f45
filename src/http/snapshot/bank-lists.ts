/** The lists that make up nearly all requests, ready to send: the supported countries, and the open banks of each. */

import type { BankRows, Directory } from '../../directory/directory.ts'
import type { SupportedCountry } from '../../directory/records/country.ts'
import { type PreparedResponse, prepareResponse, recompress } from '../responses/prepared-response.ts'

export interface Lists {
  countries: PreparedResponse
  /** By country code. */
  banks: Map<string, PreparedResponse>
}

/** `pause`: what is waited for between the pieces of work, where others must get their turn. */
export async function buildLists(
  directory: Directory,
  common: Record<string, string>,
  pause?: () => Promise<void>,
): Promise<Lists> {
  const { revision, countries } = directory
  const banks: Promise<readonly [string, PreparedResponse]>[] = []
  // All at once: while zlib's threads compress one list, the next is put together.
  for (const country of countries) {
    if (pause) await pause()
    const json = listJson(country, revision, directory.listBanks(country, { status: 'active' }))
    if (pause) await pause()
    banks.push(prepareResponse(json, common).then((body) => [country.code, body] as const))
  }
  const all = Buffer.from(JSON.stringify({ revision, count: countries.length, countries }))
  return { countries: await prepareResponse(all, common), banks: new Map(await Promise.all(banks)) }
}

export function listJson({ code }: SupportedCountry, revision: string, { count, json }: BankRows): Buffer {
  const head = JSON.stringify({ country: code, revision, count }).slice(0, -1)
  return Buffer.concat([Buffer.from(`${head},"banks":[`), ...json, Buffer.from(']}')])
}

/** One after the other, so that requests keep the other threads. */
export async function recompressLists(lists: Lists, stopped: () => boolean): Promise<void> {
  for (const body of [lists.countries, ...lists.banks.values()]) {
    if (stopped()) return
    await recompress(body)
  }
}
