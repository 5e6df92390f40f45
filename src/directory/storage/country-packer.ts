/** Packs the banks of one country: takes one record at a time, so that only one is in memory as an object. */
import { type Bank, type BankRecord, bankStatuses, bankTypes, listedTypes } from '../records/bank-record.ts'
import { toBank } from '../records/bank-view.ts'
import type { Scheme } from '../records/scheme.ts'
import { listHead, listTail } from './list-json.ts'
import { nameKey, orderByName } from './name-order.ts'

export interface CountryPacker {
  add(bank: BankRecord): void
  /** `note`: on the list of the open banks. */
  finish(revision: string, note: string | null): PackedBanks
  /** Indexed by bank: the sort key of its name. */
  nameKeys: string[]
  /**
   * Active banks with a type in `listedTypes`: how many there are, and the code schemes in which they have current
   * codes.
   */
  openBanks: { count: number; schemes: Set<string> }
}

const numbersOf = <Value>(values: readonly Value[]): Map<Value, number> =>
  new Map(values.map((value, number) => [value, number]))
const statusNumbers = numbersOf(bankStatuses)
const typeNumbers = numbersOf(bankTypes)
const isListed = ({ status, type }: BankRecord): boolean => status === 'active' && listedTypes.includes(type)

/** `lines`: the bytes of the country's data file. */
export function createCountryPacker(
  country: string,
  lines: Uint8Array,
  preferredSchemes: readonly string[],
  schemes: Map<string, Scheme>,
): CountryPacker {
  const rows = createTextBuffer(lines.length)
  const rowEnds: number[] = []
  const listed: boolean[] = []
  const statuses: number[] = []
  const types: number[] = []
  const codeSets = new Map<string, number>()
  const codeSetNumbers: number[] = []
  const regions = new Map<string, number>()
  const regionNumbers: number[] = []
  const nameKeys: string[] = []
  const openBanks = { count: 0, schemes: new Set<string>() }
  return {
    nameKeys,
    openBanks,
    add: (bank) => {
      const row = toBank(bank, preferredSchemes, schemes)
      rowEnds.push(rows.append(JSON.stringify(row)))
      nameKeys.push(nameKey(bank.name))
      statuses.push(statusNumbers.get(bank.status) as number)
      types.push(typeNumbers.get(bank.type) as number)
      const codeSet = codeSetOf(row, bank)
      codeSets.set(codeSet, codeSets.get(codeSet) ?? codeSets.size)
      codeSetNumbers.push(codeSets.get(codeSet) as number)
      const { region = '' } = bank
      regions.set(region, regions.get(region) ?? regions.size)
      regionNumbers.push(regions.get(region) as number)
      listed.push(isListed(bank))
      if (!isListed(bank)) return
      openBanks.count++
      for (const scheme of Object.keys(row.codes)) openBanks.schemes.add(scheme)
    },
    finish: (revision, note) => ({
      ...orderRows(listHead(country, revision, openBanks.count, note), rows.bytes(), rowEnds, { listed, nameKeys }),
      records: ownBytes(lines),
      recordEnds: lineEnds(lines, rowEnds.length),
      statuses: Uint8Array.from(statuses),
      types: Uint8Array.from(types),
      codeSets: [...codeSets.keys()],
      codeSetNumbers: Uint16Array.from(codeSetNumbers),
      regions: [...regions.keys()],
      regionNumbers: Uint16Array.from(regionNumbers),
    }),
  }
}

function codeSetOf({ code, bic, codes }: Bank, bank: BankRecord): string {
  const current = bank.codes?.filter(({ status }) => status === undefined) ?? []
  const rails = new Set([bank, ...current].flatMap((each) => each.rails ?? []))
  return [
    ...(code === null ? [] : ['code']),
    ...(bic === null ? [] : ['bic']),
    ...Object.keys(codes),
    ...[...rails].map(railKey),
  ].join(' ')
}

/** Names a rail in `codeSets`: a scheme can have the same id. */
export const railKey = (id: string): string => `rail:${id}`

/** Copies the rows, which are in order of id, into the order of the default list. */
function orderRows(
  head: Buffer,
  unordered: Uint8Array,
  ends: readonly number[],
  { listed, nameKeys }: { listed: readonly boolean[]; nameKeys: readonly string[] },
): Pick<PackedBanks, 'rows' | 'rowStarts' | 'rowEnds' | 'listBytes'> {
  const byName = orderByName([...ends.keys()], nameKeys)
  const rows = new Uint8Array(head.length + unordered.length + listTail.length + ends.length)
  const rowStarts = new Uint32Array(ends.length)
  const rowEnds = new Uint32Array(ends.length)
  rows.set(head)
  let length = head.length
  const append = (bank: number): void => {
    const row = unordered.subarray(bank === 0 ? 0 : ends[bank - 1], ends[bank])
    rows.set(row, length)
    rowStarts[bank] = length
    length += row.length
    rowEnds[bank] = length
    rows[length++] = comma
  }
  for (const bank of byName) if (listed[bank]) append(bank)
  // The tail replaces the comma after the last row.
  if (length > head.length) length--
  rows.set(listTail, length)
  length += listTail.length
  const listBytes = length
  for (const bank of byName) if (!listed[bank]) append(bank)
  return { rows: rows.subarray(0, length), rowStarts, rowEnds, listBytes }
}

const comma = 0x2c

/** Appends texts as UTF-8 to one buffer, so that no string stays in memory. */
function createTextBuffer(bytesExpected: number): { append(text: string): number; bytes(): Uint8Array } {
  let buffer = Buffer.allocUnsafeSlow(bytesExpected)
  let length = 0
  return {
    append: (text) => {
      // A UTF-16 code unit takes at most three bytes in UTF-8.
      const most = text.length * 3
      if (length + most > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(buffer.length * 2 + most)
        buffer.copy(larger, 0, 0, length)
        buffer = larger
      }
      length += buffer.write(text, length)
      return length
    },
    bytes: () => buffer.subarray(0, length),
  }
}

/**
 * Returns the bytes in an `ArrayBuffer` that holds nothing else, so that it can be transferred to another thread.
 * Copies them only if necessary.
 */
function ownBytes({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array<ArrayBuffer> {
  const isWhole = buffer instanceof ArrayBuffer && byteLength === buffer.byteLength
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(buffer, byteOffset, byteLength).slice()
}

function lineEnds(lines: Uint8Array, count: number): Uint32Array<ArrayBuffer> {
  const ends = new Uint32Array(count)
  let end = -1
  for (let index = 0; index < count; index++) {
    end = lines.indexOf(0x0a, end + 1)
    ends[index] = end
  }
  return ends
}

/**
 * The banks in one country, numbered in order of id. In arrays called `…Starts` and `…Ends`, entry `i` is the offset at
 * which bank `i` starts or ends.
 */
export interface PackedBanks {
  /**
   * The default list of the country as the API returns it, and after it the banks that are not in that list. So the
   * list is a slice of this buffer, and so is each bank, as a JSON object.
   */
  rows: Uint8Array<ArrayBuffer>
  rowStarts: Uint32Array<ArrayBuffer>
  rowEnds: Uint32Array<ArrayBuffer>
  /** The length of the default list in `rows`. */
  listBytes: number
  /** The records as written in the data file, separated by line feeds. */
  records: Uint8Array<ArrayBuffer>
  recordEnds: Uint32Array<ArrayBuffer>
  /** Indexes into `bankStatuses` and `bankTypes`. */
  statuses: Uint8Array<ArrayBuffer>
  types: Uint8Array<ArrayBuffer>
  /**
   * The sets of codes that banks have: `code`, `bic`, the schemes of current codes, and the rails of the bank and these
   * codes (`railKey`), separated by spaces.
   */
  codeSets: string[]
  /** Indexed by bank: an index into `codeSets`. */
  codeSetNumbers: Uint16Array<ArrayBuffer>
  /** The states or counties of the banks. An empty string for banks without one. */
  regions: string[]
  /** Indexed by bank: an index into `regions`. */
  regionNumbers: Uint16Array<ArrayBuffer>
}
