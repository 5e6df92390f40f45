/** The lists that make up nearly all requests, ready to send: the supported countries, and the open banks of each. */
import type { Directory } from '../directory/directory.ts'
import { type Body, improveBody, readyBody } from './bodies.ts'

export interface Lists {
  countries: Body
  /** By country code. */
  banks: Map<string, Body>
}

export async function makeLists(directory: Directory, common: Record<string, string>): Promise<Lists> {
  const { revision, countries } = directory
  const rows = new Map<string, string>()
  for (const country of countries) {
    if (country.members) continue
    rows.set(country.code, JSON.stringify(directory.listBanks(country, { status: 'active' })).slice(1, -1))
  }
  // All at once: while zlib's threads compress one list, the next is written.
  const banks = countries.map(async ({ code, members, bank_count }) => {
    const ofCountry = (members ?? [code]).map((member) => rows.get(member)).filter((row) => row)
    const head = JSON.stringify({ country: code, revision, count: bank_count }).slice(0, -1)
    return [code, await readyBody(`${head},"banks":[${ofCountry.join(',')}]}`, common)] as const
  })
  const all = JSON.stringify({ revision, count: countries.length, countries })
  return { countries: await readyBody(all, common), banks: new Map(await Promise.all(banks)) }
}

/** One after the other, so that requests keep the other threads. */
export async function improveLists(lists: Lists, stopped: () => boolean): Promise<void> {
  for (const body of [lists.countries, ...lists.banks.values()]) {
    if (stopped()) return
    await improveBody(body)
  }
}
