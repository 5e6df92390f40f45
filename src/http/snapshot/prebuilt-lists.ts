/** Builds the most requested lists in advance: the supported countries, and the open banks in each country. */
import type { Directory } from '../../directory/lookups.ts'
import { fastLevel, smallLevel } from '../responses/compression.ts'
import {
  addCompressed,
  type CompressedBodies,
  compressedBodiesOf,
  type PreparedResponse,
  prepareUncompressed,
  recompress,
} from '../responses/prepared-response.ts'

export interface PrebuiltLists {
  countries: PreparedResponse
  /** Keyed by country code. */
  banksByCountry: Map<string, PreparedResponse>
  /** Whether all lists are compressed at the highest level. */
  areSmall: boolean
}

/** The compressed bodies of all lists, keyed by country code; `countriesKey` is the list of countries. */
export type CompressedLists = Map<string, CompressedBodies>

const countriesKey = 'countries'

export interface BuildOptions {
  /** The bodies as an earlier process compressed them. Without them, the lists are compressed at the fastest level. */
  compressed?: CompressedLists | undefined
  /** Awaited between steps, so that requests are served in the meantime. */
  pause?: (() => Promise<void>) | undefined
}

export async function buildLists(
  directory: Directory,
  common: Record<string, string>,
  { compressed, pause }: BuildOptions = {},
): Promise<PrebuiltLists> {
  const compressing: Promise<void>[] = []
  const prepare = (key: string, json: Buffer): PreparedResponse => {
    const bodies = compressed?.get(key)
    const list = prepareUncompressed(json, common, undefined, bodies?.digest)
    if (bodies) addCompressed(list, bodies)
    // Do not wait for each list: while zlib threads compress one list, this thread builds the next.
    else compressing.push(recompress(list, fastLevel))
    return list
  }
  const banksByCountry = new Map<string, PreparedResponse>()
  for (const country of directory.countries) {
    await pause?.()
    banksByCountry.set(country.code, prepare(country.code, directory.defaultList(country)))
  }
  const lists = { countries: prepare(countriesKey, countriesJson(directory)), banksByCountry }
  await Promise.all(compressing)
  return { ...lists, areSmall: compressed !== undefined }
}

export const countriesJson = ({ revision, countries, regions }: Directory): Buffer =>
  Buffer.from(JSON.stringify({ revision, count: countries.length, countries, regions }))

/** Compresses one list at a time, so that other zlib threads stay free for requests. */
export async function recompressLists(lists: PrebuiltLists, isStopped: () => boolean): Promise<void> {
  for (const list of [lists.countries, ...lists.banksByCountry.values()]) {
    if (isStopped()) return
    await recompress(list, smallLevel)
  }
}

export const compressedBodies = ({ countries, banksByCountry }: PrebuiltLists): CompressedLists =>
  new Map([...banksByCountry, [countriesKey, countries] as const].map(([key, list]) => [key, compressedBodiesOf(list)]))
