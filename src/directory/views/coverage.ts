/** What the directory knows of each country and what it lacks: how many open banks have what, how old, how sure. */
import { type Bank, bankStatuses, bankTypes, listedTypes } from '../records/bank.ts'
import { displayNameOf } from '../records/country.ts'
import type { OfficialCountRecord } from '../records/official-count.ts'
import { rowDateOf, type Source } from '../records/source.ts'
import type { PackedBanks, PackedDirectory } from '../storage/packed-directory.ts'

/** Of so many open banks; the share is of all open banks of the country, from 0 to 1. */
export interface Share {
  banks: number
  share: number
}

export interface CountryCoverage {
  country: string
  name: string
  open_banks: number
  /** The most frequent first. */
  types: { type: Bank['type']; banks: number }[]
  /** With a current code in one of the schemes that the country prefers. */
  code: Share
  bic: Share
  lei: Share
  website: Share
  confidence: Record<Bank['confidence'], Share>
  /** The newest list with dated rows that an open bank was taken from; its age is in whole months. */
  newest_source: { id: string; publisher: string; date: string; age_months: number } | null
  official: OfficialCount[]
}

/** How many there are by the publisher's own count, and how many open banks here were found on its list. */
export interface OfficialCount extends Omit<OfficialCountRecord, 'country'> {
  publisher: string
  here: Share
}

/** What the maintainers put in themselves is no publication, however new. */
const ownSource = 'curated'

/**
 * `today`: a date from which ages are counted. Counts in steps of a millisecond or two; requests can be served at each
 * `yield`.
 */
export function* coverageOf(packed: PackedDirectory, today: Date): Generator<void, CountryCoverage[]> {
  const all: CountryCoverage[] = []
  for (const country of packed.countries) {
    if (country.kind !== 'country') continue
    const { code, code_schemes = [] } = country
    const tally = yield* count(packed.banks.get(code) as PackedBanks, code_schemes)
    const share = (some: number): Share => ({ banks: some, share: tally.open === 0 ? 0 : some / tally.open })
    const { high, medium, low } = tally.confidence
    all.push({
      country: code,
      name: displayNameOf(country),
      open_banks: tally.open,
      types: [...tally.types]
        .map(([type, some]) => ({ type, banks: some }))
        .filter(({ banks }) => banks > 0)
        .sort((a, b) => b.banks - a.banks),
      code: share(tally.code),
      bic: share(tally.bic),
      lei: share(tally.lei),
      website: share(tally.website),
      confidence: { high: share(high), medium: share(medium), low: share(low) },
      newest_source: newestOf([...tally.sources.keys()], packed.sources, today),
      official: packed.officialCounts
        .filter((official) => official.country === code)
        .map((official) => heldAgainst(official, tally.sources, packed.sources)),
    })
  }
  return all
}

const banksPerStep = 500

interface Tally {
  open: number
  types: Map<Bank['type'], number>
  code: number
  bic: number
  lei: number
  website: number
  confidence: Record<Bank['confidence'], number>
  /** By source: how many open banks name it. */
  sources: Map<string, number>
}

/** Parses no record, which would take longer. Rows have all their keys in one order, and within a text a quote would be escaped. */
function* count(banks: PackedBanks, preferredSchemes: readonly string[]): Generator<void, Tally> {
  const confidence = { high: 0, medium: 0, low: 0 }
  const types = new Uint32Array(bankTypes.length)
  const tally = { open: 0, code: 0, bic: 0, lei: 0, website: 0 }
  /** By list of sources, as it is written: many banks have the same. */
  const lists = new Map<string, number>()
  const rows = asLatin(banks.rows)
  const records = asLatin(banks.records)
  const active = bankStatuses.indexOf('active')
  const listed = new Set(listedTypes.map((type) => bankTypes.indexOf(type)))
  const preferred = preferredSchemes.map((scheme) => `"${scheme}":`)
  for (const [index, status] of banks.statuses.entries()) {
    if (index % banksPerStep === 0) yield
    const type = banks.types[index] as number
    if (status !== active || !listed.has(type)) continue
    tally.open++
    types[type] = (types[type] as number) + 1
    const end = banks.rowEnds[index] as number
    const start = index === 0 ? 0 : (banks.rowEnds[index - 1] as number) + 1
    // Codes of preferred schemes come first.
    const codes = rows.indexOf('"codes":{', start) + '"codes":{'.length
    if (preferred.some((scheme) => rows.startsWith(scheme, codes))) tally.code++
    const bic = rows.lastIndexOf(',"bic":', end) + ',"bic":'.length
    const lei = rows.indexOf(',"lei":', bic) + ',"lei":'.length
    const website = rows.indexOf(',"website":', lei) + ',"website":'.length
    if (!rows.startsWith('null', bic)) tally.bic++
    if (!rows.startsWith('null', lei)) tally.lei++
    if (!rows.startsWith('null', website)) tally.website++
    const sureness = rows.slice(rows.lastIndexOf(':"', end) + ':"'.length, end - '"}'.length)
    confidence[sureness as Bank['confidence']]++
    const recordStart = index === 0 ? 0 : (banks.recordEnds[index - 1] as number) + 1
    const list = records.indexOf('"sources":[', recordStart) + '"sources":['.length
    add(lists, records.slice(list, records.indexOf(']', list)))
  }
  const sources = new Map<string, number>()
  for (const [list, some] of lists) for (const id of JSON.parse(`[${list}]`)) add(sources, id, some)
  return { ...tally, confidence, sources, types: new Map(bankTypes.map((type, at) => [type, types[at] as number])) }
}

/** A character a byte, so that places in it are those of the bytes. What is looked for is ASCII. */
const asLatin = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('latin1')

const add = (counts: Map<string, number>, key: string, some = 1): void => {
  counts.set(key, (counts.get(key) ?? 0) + some)
}

function newestOf(ids: string[], sources: Map<string, Source>, today: Date): CountryCoverage['newest_source'] {
  const dated = ids
    .filter((id) => id !== ownSource)
    .map((id) => sources.get(id) as Source)
    .filter((source) => rowDateOf(source) !== undefined)
  const [newest] = dated.sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : a.id < b.id ? -1 : 1))
  if (!newest) return null
  const { id, publisher, date } = newest
  return { id, publisher, date, age_months: monthsBetween(date, today) }
}

/** A date without day or month is taken as its first day: a list is called older rather than newer than it is. */
export function monthsBetween(date: string, today: Date): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const months = (today.getUTCFullYear() - year) * 12 + today.getUTCMonth() + 1 - month
  return Math.max(0, today.getUTCDate() < day ? months - 1 : months)
}

function heldAgainst(
  { of, count: total, date, source, found_in }: OfficialCountRecord,
  named: Map<string, number>,
  sources: Map<string, Source>,
): OfficialCount {
  const { publisher } = sources.get(source) as Source
  const here = named.get(source) ?? 0
  return { of, count: total, date, publisher, source, found_in, here: { banks: here, share: here / total } }
}

const percent = new Intl.NumberFormat('en', { style: 'percent' })

/** A share as people read it. Nearly all is not all, and next to nothing is not nothing. */
export function shareText(share: number): string {
  if (share > 0 && share < 0.005) return 'under 1%'
  if (share < 1 && share >= 0.995) return 'over 99%'
  return percent.format(share)
}
