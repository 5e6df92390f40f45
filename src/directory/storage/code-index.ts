/** Numeric bank codes of all schemes, found whole or by their first digits. */

import { kindNumber, type Marks } from './record-scanner.ts'
import { second as entryOf, first as keyOf, sortPairs } from './uint32-pairs.ts'

export interface CodeEntry {
  bank: number
  scheme: string
  value: string
  status: 'current' | 'former' | 'unconfirmed'
}

export interface CodeIndex {
  find(digits: string): CodeEntry[]
  /** Where the codes are that begin with the digits: from the first place up to but without `end`. */
  startingWith(digits: string): CodePlaces
  bankAt(place: number): number
  /** An index into `codeStatuses`. */
  statusAt(place: number): number
  entryAt(place: number): CodeEntry
}

export interface CodePlaces {
  start: number
  /** Codes before this place are the digits and no more. */
  wholeEnd: number
  end: number
}

/** The codes, sorted, and of each entry whose it is, its scheme and its status. */
export interface CodeTables {
  /** Pairs: the code as a number, and the number of the entry. */
  keys: Uint32Array
  banks: Uint32Array
  kinds: Uint16Array
}

export interface CodeTablesBuilder {
  /** `bank`: the number of the first. Of a code it leaves among the marks what search needs. */
  add(bank: number, bytes: Uint8Array, marks: Marks): void
  finish(): CodeTables
}

export const codeStatuses = ['current', 'former', 'unconfirmed'] as const

/** No scheme has longer numbers. */
const digitsMax = 9

/** A code is a number in base 11, left aligned, a missing digit counting 0: sorted so, a beginning is a range. */
const base = 11

interface CodeEntries extends CodeTables {
  count: number
}

export function startCodeTables(schemes: readonly string[]): CodeTablesBuilder {
  const hashes = tellApart(schemes)
  const entries = entriesFor(1 << 16)
  return {
    add: (bank, bytes, marks) => {
      if (entries.count + marks.count > entries.banks.length) enlarge(entries, marks.count)
      addCodes(entries, hashes, bank, bytes, marks)
    },
    finish: () => {
      const { count, keys, banks, kinds } = entries
      const sorted = keys.slice(0, count * 2)
      sortPairs(sorted)
      return { keys: sorted, banks: banks.slice(0, count), kinds: kinds.slice(0, count) }
    },
  }
}

const entriesFor = (most: number): CodeEntries => ({
  count: 0,
  keys: new Uint32Array(most * 2),
  banks: new Uint32Array(most),
  kinds: new Uint16Array(most),
})

function enlarge(entries: CodeEntries, more: number): void {
  const { keys, banks, kinds } = entriesFor(entries.banks.length * 2 + more)
  keys.set(entries.keys)
  banks.set(entries.banks)
  kinds.set(entries.kinds)
  Object.assign(entries, { keys, banks, kinds })
}

const none = kindNumber('none')
const scheme = kindNumber('scheme')
const value = kindNumber('value')
const status = kindNumber('status')
const codeBic = kindNumber('code_bic')
const otherBic = kindNumber('other_bic')
const code = kindNumber('code')
const otherCode = kindNumber('other_code')
const bankEnd = kindNumber('bank')

/**
 * A code is complete at its last mark. That one and the one before are then its BIC and, if it is no number, its value,
 * as names: a code has a scheme and a value, so both marks are its own.
 */
function addCodes(
  entries: CodeEntries,
  { multiplier, numbers }: SchemeHashes,
  firstBank: number,
  bytes: Uint8Array,
  { count, kinds, starts, ends }: Marks,
): void {
  let next = entries.count
  let bank = firstBank
  let hash = 0
  let standing = 0
  let valueStart = 0
  let valueEnd = 0
  let bicStart = 0
  let bicEnd = 0
  for (let mark = 0; mark < count; mark++) {
    const kind = kinds[mark] as number
    const start = starts[mark] as number
    const end = ends[mark] as number
    if (kind === bankEnd) bank++
    else if (kind === scheme) {
      hash = 0
      for (let at = start; at < end; at++) hash = (Math.imul(hash, multiplier) + (bytes[at] as number)) | 0
    } else if (kind === value) {
      valueStart = start
      valueEnd = end
    } else if (kind === codeBic) {
      bicStart = start
      bicEnd = end
    } else if (kind === status) {
      // 'f' of "former", else "unconfirmed".
      standing = bytes[start] === 0x66 ? 1 : 2
    } else if (kind === code) {
      const key = keyOfBytes(bytes, valueStart, valueEnd)
      entries.keys[next * 2 + keyOf] = key
      entries.keys[next * 2 + entryOf] = next
      entries.banks[next] = bank
      entries.kinds[next] = (numbers[hash & hashMask] as number) * codeStatuses.length + standing
      if (key >= 0) next++
      kinds[mark - 1] = key >= 0 ? none : standing === 0 ? code : otherCode
      starts[mark - 1] = valueStart
      ends[mark - 1] = valueEnd
      kinds[mark] = bicEnd > 0 ? otherBic : none
      starts[mark] = bicStart
      ends[mark] = bicEnd
      standing = 0
      bicEnd = 0
    }
  }
  entries.count = next
}

/** -1 for what is no number, or too long for one. */
function keyOfBytes(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > digitsMax) return -1
  let key = 0
  for (let at = start; at < start + digitsMax; at++) {
    const digit = at < end ? (bytes[at] as number) - 0x2f : 0
    if (digit > 10 || (digit < 1 && at < end)) return -1
    key = key * base + digit
  }
  return key
}

/** By the hash of its letters, the number of each scheme. */
interface SchemeHashes {
  multiplier: number
  numbers: Uint16Array
}

const hashMask = 0x3fff

/** Records name known schemes only, so a hash under which no two of these meet is enough to tell which one is meant. */
function tellApart(schemes: readonly string[]): SchemeHashes {
  for (let multiplier = 31; ; multiplier += 2) {
    const hashes = schemes.map((id) => {
      let hash = 0
      for (const letter of Buffer.from(id)) hash = (Math.imul(hash, multiplier) + letter) | 0
      return hash & hashMask
    })
    if (new Set(hashes).size < schemes.length) continue
    const numbers = new Uint16Array(hashMask + 1)
    hashes.forEach((hash, number) => {
      numbers[hash] = number
    })
    return { multiplier, numbers }
  }
}

export function createCodeIndex(schemes: readonly string[], { keys, banks, kinds }: CodeTables): CodeIndex {
  const firstAtLeast = (key: number): number => {
    let [low, high] = [0, banks.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((keys[middle * 2 + keyOf] as number) < key) low = middle + 1
      else high = middle
    }
    return low
  }

  const entryAt = (at: number): CodeEntry => {
    const entry = keys[at * 2 + entryOf] as number
    const kind = kinds[entry] as number
    return {
      bank: banks[entry] as number,
      scheme: schemes[Math.floor(kind / codeStatuses.length)] as string,
      status: codeStatuses[kind % codeStatuses.length] as CodeEntry['status'],
      value: digitsOf(keys[at * 2 + keyOf] as number),
    }
  }

  const startingWith = (digits: string): CodePlaces => {
    const key = keyOfDigits(digits)
    if (key === undefined) return { start: 0, wholeEnd: 0, end: 0 }
    return {
      start: firstAtLeast(key),
      wholeEnd: firstAtLeast(key + 1),
      end: firstAtLeast(key + base ** (digitsMax - digits.length)),
    }
  }

  return {
    find: (digits) => {
      const { start, wholeEnd } = startingWith(digits)
      return Array.from({ length: wholeEnd - start }, (_, at) => entryAt(start + at))
    },
    startingWith,
    bankAt: (place) => banks[keys[place * 2 + entryOf] as number] as number,
    statusAt: (place) => (kinds[keys[place * 2 + entryOf] as number] as number) % codeStatuses.length,
    entryAt,
  }
}

function keyOfDigits(digits: string): number | undefined {
  if (!/^[0-9]{1,9}$/.test(digits)) return undefined
  let key = 0
  for (let at = 0; at < digitsMax; at++) key = key * base + (at < digits.length ? digits.charCodeAt(at) - 0x2f : 0)
  return key
}

function digitsOf(key: number): string {
  let digits = ''
  for (let rest = key; rest > 0; rest = Math.floor(rest / base)) {
    const digit = rest % base
    if (digit > 0) digits = `${digit - 1}${digits}`
  }
  return digits
}
