/**
 * All banks, looked up by number. The indexes refer to banks by these numbers, which are assigned country by country
 * and, within a country, in order of id.
 */
import { type BankRecord, bankStatuses, bankTypes } from '../records/bank-record.ts'
import type { Rail } from '../records/rail-record.ts'
import { type PackedBanks, railKey } from './country-packer.ts'
import type { PackedDirectory } from './packed-directory.ts'

/** A half-open range of bank numbers: the first is included, the second is not. */
export type Range = readonly [number, number]

export const isWithin = (bank: number, ranges: readonly Range[]): boolean =>
  ranges.some(([from, to]) => bank >= from && bank < to)

export interface BankTable {
  count: number
  /** Keyed by country code. */
  ranges: Map<string, Range>
  /** The bank as JSON, as it appears in a list of banks. */
  rowOf(bank: number): string
  /**
   * Returns chunks that together contain these banks as JSON, separated by commas. Banks that follow each other in the
   * default list of a country share a chunk. A chunk ends after a bank. With `hasNext`, a comma also follows the last
   * bank.
   */
  rowsOf(banks: readonly number[], hasNext?: boolean): Uint8Array[]
  recordOf(bank: number): BankRecord
  /** Indexed by bank: its type as an index into `bankTypes`. */
  types: Uint8Array
  /** Returns an index into `bankStatuses`. */
  statusOf(bank: number): number
  /** Returns a check whether a bank has a `code`, a `bic`, or a current code in the scheme with this id. */
  createCodeCheck(has: string): (bank: number) => boolean
  /** Returns a check whether a bank or one of its current codes is on the rail. */
  createRailCheck(rail: Rail): (bank: number) => boolean
  /** The states and counties of all banks. */
  regions: readonly string[]
  /** Returns an index into `regions`. */
  regionOf(bank: number): number
  numberOf(id: string): number | undefined
  countryOf(bank: number): string
}

export function createBankTable({ banks }: Pick<PackedDirectory, 'banks'>): BankTable {
  const ranges = new Map<string, Range>()
  const countries: { code: string; first: number; packed: PackedBanks }[] = []
  let count = 0
  for (const [code, packed] of banks) {
    ranges.set(code, [count, count + packed.rowEnds.length])
    countries.push({ code, first: count, packed })
    count += packed.rowEnds.length
  }
  const statuses = join(countries, count, ({ statuses: ofCountry }) => ofCountry)
  const types = join(countries, count, ({ types: ofCountry }) => ofCountry)

  const codeSets = countries.flatMap(({ packed }) => packed.codeSets.map((set) => set.split(' ')))
  const codeSetNumbers = new Uint16Array(count)
  let codeSetCount = 0
  for (const { first, packed } of countries) {
    codeSetNumbers.set(
      packed.codeSetNumbers.map((number) => number + codeSetCount),
      first,
    )
    codeSetCount += packed.codeSets.length
  }

  const regions = [...new Set(countries.flatMap(({ packed }) => packed.regions))]
  const regionNumbers = new Uint16Array(count)
  for (const { first, packed } of countries) {
    const numbers = packed.regions.map((region) => regions.indexOf(region))
    regionNumbers.set(
      packed.regionNumbers.map((number) => numbers[number] as number),
      first,
    )
  }

  const createCodeCheck: BankTable['createCodeCheck'] = (has) => {
    const passes = codeSets.map((set) => set.includes(has))
    return (bank) => passes[codeSetNumbers[bank] as number] as boolean
  }

  const locate = (bank: number): { code: string; packed: PackedBanks; index: number } => {
    let [low, high] = [0, countries.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((countries[middle] as { first: number }).first <= bank) low = middle
      else high = middle - 1
    }
    const { code, first, packed } = countries[low] as (typeof countries)[number]
    return { code, packed, index: bank - first }
  }

  const rowBytesOf = (bank: number): Buffer => {
    const { packed, index } = locate(bank)
    return view(packed.rows, packed.rowStarts[index] as number, packed.rowEnds[index] as number)
  }

  return {
    count,
    ranges,
    types,
    statusOf: (bank) => statuses[bank] as number,
    regions,
    regionOf: (bank) => regionNumbers[bank] as number,
    createCodeCheck,
    createRailCheck: ({ id, from }) => createCodeCheck(from?.scheme ?? railKey(id)),
    rowOf: (bank) => rowBytesOf(bank).toString(),
    rowsOf: (numbers, hasNext = false) => {
      const chunks: Uint8Array[] = []
      for (let at = 0; at < numbers.length; ) {
        const { packed, index } = locate(numbers[at] as number)
        const { rows, rowStarts, rowEnds } = packed
        const first = (numbers[at] as number) - index
        let end = rowEnds[index] as number
        const start = rowStarts[index] as number
        for (at++; rowStarts[(numbers[at] as number) - first] === end + 1 && end - start < chunkBytes; at++) {
          end = rowEnds[(numbers[at] as number) - first] as number
        }
        if (at === numbers.length && !hasNext) chunks.push(rows.subarray(start, end))
        // A comma follows each row, except the last one of the default list.
        else if (rows[end] === comma[0]) chunks.push(rows.subarray(start, end + 1))
        else chunks.push(Buffer.concat([rows.subarray(start, end), comma]))
      }
      return chunks
    },
    recordOf: (bank) => {
      const { packed, index } = locate(bank)
      return JSON.parse(lineOf(packed, index).toString())
    },
    countryOf: (bank) => locate(bank).code,
    numberOf: (id) => {
      const code = id.slice(0, 2).toUpperCase()
      const packed = banks.get(code)
      const index = packed && findIndex(packed, id)
      return index === undefined ? undefined : (ranges.get(code) as Range)[0] + index
    },
  }
}

function join(
  countries: { first: number; packed: PackedBanks }[],
  count: number,
  listOf: (packed: PackedBanks) => Uint8Array,
): Uint8Array {
  const all = new Uint8Array(count)
  for (const { first, packed } of countries) all.set(listOf(packed), first)
  return all
}

const comma = Buffer.from(',')
/** Approximate length of the longest chunk: parsing more JSON in one step would delay requests. */
const chunkBytes = 1 << 15

const view = ({ buffer, byteOffset }: Uint8Array, start: number, end: number): Buffer =>
  Buffer.from(buffer, byteOffset + start, end - start)

const lineStart = ({ recordEnds }: PackedBanks, index: number): number =>
  index === 0 ? 0 : (recordEnds[index - 1] as number) + 1

const lineOf = (packed: PackedBanks, index: number): Buffer =>
  view(packed.records, lineStart(packed, index), packed.recordEnds[index] as number)

/** Finds a record by binary search: the records are sorted by id. */
function findIndex(packed: PackedBanks, id: string): number | undefined {
  let low = 0
  let high = packed.recordEnds.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = compareId(packed.records, lineStart(packed, middle), id)
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle
  }
  return undefined
}

/**
 * Compares the id of the record that starts at `start` with `id`. Reads the bytes in place, because a slice and a string
 * for each step of the search would cost more than the rest of the lookup. The id is always the first field, and never
 * contains a character that JSON escapes.
 */
function compareId(records: Uint8Array, start: number, id: string): number {
  const first = start + '{"id":"'.length
  for (let at = 0; at < id.length; at++) {
    const byte = records[first + at] as number
    if (byte === quote) return -1
    const difference = byte - id.charCodeAt(at)
    if (difference !== 0) return difference
  }
  return records[first + id.length] === quote ? 0 : 1
}

const quote = 0x22

/** Filters banks by status, type, available codes, payment rail and region. */
export interface BankFilter {
  status: (typeof bankStatuses)[number] | 'any'
  /** If undefined, a bank list includes only `listedTypes`; elsewhere, all types pass. */
  types?: readonly (typeof bankTypes)[number][] | undefined
  /**
   * `code` and `bic` select banks in which that field is not null; a scheme id selects banks with a current code in that
   * scheme.
   */
  has?: string | undefined
  /** Selects banks that are on this payment rail. */
  rail?: Rail | undefined
  /** Selects banks in this state or county. */
  region?: string | undefined
}

/** Returns a function that checks whether the bank with the given number passes the filter. */
export function createBankFilter(
  { status, types, has, rail, region }: BankFilter,
  banks: BankTable,
): (bank: number) => boolean {
  const wantedStatus = status === 'any' ? undefined : bankStatuses.indexOf(status)
  const wantedTypes = types && new Set(types.map((type) => bankTypes.indexOf(type)))
  const hasCode = has === undefined ? undefined : banks.createCodeCheck(has)
  const isOnRail = rail && banks.createRailCheck(rail)
  const wantedRegion = region === undefined ? undefined : banks.regions.indexOf(region)
  return (bank) =>
    (wantedStatus === undefined || wantedStatus === banks.statusOf(bank)) &&
    (wantedTypes === undefined || wantedTypes.has(banks.types[bank] as number)) &&
    (hasCode === undefined || hasCode(bank)) &&
    (isOnRail === undefined || isOnRail(bank)) &&
    (wantedRegion === undefined || wantedRegion === banks.regionOf(bank))
}
