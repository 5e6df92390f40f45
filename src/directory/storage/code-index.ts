/** Index of the numeric bank codes in all schemes: finds the codes that equal the given digits or start with them. */
import { type BankRecord, codeStatuses } from '../records/bank-record.ts'
import type { Scheme } from '../records/scheme.ts'

export interface CodeEntry {
  bank: number
  scheme: string
  value: string
  status: (typeof codeStatuses)[number]
}

export interface CodeIndex {
  /** Finds the codes that equal the digits, in all schemes or in the given one. */
  find(digits: string, scheme?: string): CodeEntry[]
  /** Returns the positions, in the sorted tables, of the codes that start with these digits. */
  startingWith(digits: string): CodePositions
  bankAt(position: number): number
  /** Returns an index into `codeStatuses`. */
  statusAt(position: number): number
  entryAt(position: number): CodeEntry
}

/** A half-open range of positions: `start` is included, `end` is not. */
export interface CodePositions {
  start: number
  /** Codes before this position equal the digits; codes from here on are longer. */
  wholeEnd: number
  end: number
}

/** Parallel arrays with one entry per code, sorted by code. */
export interface CodeTables {
  /** The code as a number; see `keyOf`. */
  keys: Uint32Array
  banks: Uint32Array
  /** Scheme and status in one number: `scheme index * number of statuses + status index`. */
  kinds: Uint16Array
}

export interface CodeTablesBuilder {
  add(bank: number, record: Pick<BankRecord, 'codes'>): void
  /** Yields between steps, so that a server can do other work. */
  finish(): Generator<void, CodeTables>
}

/** Most digits that a key can hold. Longer codes, such as those of CNAPS in China, are words in the search index. */
const digitsMax = 9
const numericPattern = /^[0-9]{1,9}$/

/** Whether this index contains the code. All other codes are words in the search index. */
export const isNumericCode = (value: string): boolean => numericPattern.test(value)

export type SchemeUses = ReadonlyMap<string, Pick<Scheme, 'use'>>

export function createCodeTablesBuilder(schemes: SchemeUses): CodeTablesBuilder {
  const schemeNumbers = new Map([...schemes.keys()].map((id, number) => [id, number]))
  const isOfProvider = (scheme: string): boolean => schemes.get(scheme)?.use === 'provider'
  const keys: number[] = []
  const banks: number[] = []
  const kinds: number[] = []
  return {
    add: (bank, { codes = [] }) => {
      const own = new Set(codes.flatMap(({ scheme, value }) => (isOfProvider(scheme) ? [] : [value])))
      for (const { scheme, value, status = 'current' } of codes) {
        if (!isNumericCode(value)) continue
        // Payment providers use the national code of most banks, which is found anyway.
        if (isOfProvider(scheme) && own.has(value)) continue
        keys.push(keyOf(value))
        banks.push(bank)
        kinds.push((schemeNumbers.get(scheme) as number) * codeStatuses.length + codeStatuses.indexOf(status))
      }
    },
    *finish() {
      const order = sortedOrder(keys)
      yield
      const inOrder = (values: number[]): Float64Array => order.map((entry) => values[entry] as number)
      return {
        keys: new Uint32Array(inOrder(keys)),
        banks: new Uint32Array(inOrder(banks)),
        kinds: new Uint16Array(inOrder(kinds)),
      }
    },
  }
}

/**
 * Returns the entry numbers sorted by key; entries with equal keys keep their order. Packs key and entry into one
 * number, because sorting numbers is much faster than sorting with a comparison function.
 */
function sortedOrder(keys: number[]): Float64Array {
  const entriesMax = 2 ** 21
  const pairs = new Float64Array(keys).map((key, entry) => key * entriesMax + entry)
  return pairs.sort().map((pair) => pair % entriesMax)
}

export function createCodeIndex(schemes: readonly string[], { keys, banks, kinds }: CodeTables): CodeIndex {
  const firstAtLeast = (key: number): number => {
    let [low, high] = [0, keys.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((keys[middle] as number) < key) low = middle + 1
      else high = middle
    }
    return low
  }

  const statusAt = (position: number): number => (kinds[position] as number) % codeStatuses.length

  const schemeAt = (position: number): string =>
    schemes[Math.floor((kinds[position] as number) / codeStatuses.length)] as string

  const entryAt = (position: number, value = digitsOf(keys[position] as number)): CodeEntry => ({
    bank: banks[position] as number,
    scheme: schemeAt(position),
    status: codeStatuses[statusAt(position)] as CodeEntry['status'],
    value,
  })

  const startingWith = (digits: string): CodePositions => {
    if (!isNumericCode(digits)) return { start: 0, wholeEnd: 0, end: 0 }
    const key = keyOf(digits)
    return {
      start: firstAtLeast(key),
      wholeEnd: firstAtLeast(key + 1),
      end: firstAtLeast(key + base ** (digitsMax - digits.length)),
    }
  }

  return {
    find: (digits, scheme) => {
      const entries: CodeEntry[] = []
      if (!isNumericCode(digits)) return entries
      const key = keyOf(digits)
      for (let at = firstAtLeast(key); keys[at] === key; at++) {
        if (scheme === undefined || schemeAt(at) === scheme) entries.push(entryAt(at, digits))
      }
      return entries
    },
    startingWith,
    bankAt: (position) => banks[position] as number,
    statusAt,
    entryAt: (position) => entryAt(position),
  }
}

/**
 * Encodes a code as a nine-digit number in base 11. The digits 0 to 9, which are the characters 48 to 57, become 1 to
 * 10, and 0 pads shorter codes on the right. When codes are sorted by this number, those with the same first digits are
 * neighbours.
 */
function keyOf(digits: string): number {
  let key = 0
  for (let at = 0; at < digitsMax; at++) key = key * base + (at < digits.length ? digits.charCodeAt(at) - 47 : 0)
  return key
}

const base = 11

function digitsOf(key: number): string {
  let digits = ''
  for (let rest = key; rest > 0; rest = Math.floor(rest / base)) {
    const digit = rest % base
    if (digit > 0) digits = `${digit - 1}${digits}`
  }
  return digits
}
