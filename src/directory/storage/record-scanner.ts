/**
 * Finds in the bytes of records what the indexes need of them. The records were checked when the data was read; making
 * objects of all of them a second time would cost more than the indexes themselves.
 *
 * The indexes are made once, right after the start, so that most of their cost would be the compiler's. That is why the
 * work is done in a few plain loops over lists of numbers, here and in what comes after: each is compiled once.
 */
import { bankRecordSchema } from '../records/bank.ts'

export const markKinds = [
  'none',
  'name',
  'short_name',
  'alias',
  'legal_name',
  'bic',
  'other_bic',
  'city',
  'region',
  'lei',
  'ussd',
  'confidence',
  'reach',
  'scheme',
  'value',
  'status',
  'code_bic',
  // Where a code and where a record is complete.
  'code',
  'bank',
  // A code that is no longer or not surely the bank's; only the index of codes can tell.
  'other_code',
] as const
export type MarkKind = (typeof markKinds)[number]

/** What was found, in the order of the bytes. */
export interface Marks {
  count: number
  /** Indexes into `markKinds`. */
  kinds: Uint8Array
  /** Where a text lies, without its quotes and as JSON has it: an escape is still two or more characters. */
  starts: Uint32Array
  ends: Uint32Array
}

/** Room for all that so many bytes can hold: a text takes three of them with its comma. */
export const marksFor = (bytes: number): Marks => {
  const most = Math.ceil(bytes / 2) + 1
  return { count: 0, kinds: new Uint8Array(most), starts: new Uint32Array(most), ends: new Uint32Array(most) }
}

export const kindNumber = (kind: MarkKind): number => markKinds.indexOf(kind)

/** A field of a record or of a code, and what its texts are. */
type Key = [field: string, kind: MarkKind]
const keysOfRecord: Key[] = [
  ['name', 'name'],
  ['short_name', 'short_name'],
  ['aliases', 'alias'],
  ['legal_name', 'legal_name'],
  ['bic', 'bic'],
  ['other_bics', 'other_bic'],
  ['city', 'city'],
  ['region', 'region'],
  ['lei', 'lei'],
  ['ussd', 'ussd'],
  ['confidence', 'confidence'],
  ['reach', 'reach'],
]
const keysOfCode: Key[] = [
  ['scheme', 'scheme'],
  ['value', 'value'],
  ['status', 'status'],
  ['bic', 'code_bic'],
]

/** The first two letters of a field, apart for those of a code. */
const beginningOf = (isOfCode: boolean, first: number, second: number): number =>
  ((isOfCode ? 1 : 0) << 10) | ((first & 31) << 5) | (second & 31)

/** By beginning, and by length and beginning: in these the fields differ. */
const shortest = new Uint8Array(1 << 11)
const kindOfKey = new Uint8Array(1 << 15)

function learnKeys(isOfCode: boolean, fields: readonly string[], keys: readonly Key[]): void {
  const kinds = new Map(keys)
  for (const field of fields) {
    const beginning = beginningOf(isOfCode, field.charCodeAt(0), field.charCodeAt(1))
    const known = shortest[beginning] as number
    shortest[beginning] = known === 0 ? field.length : Math.min(known, field.length)
    kindOfKey[(field.length << 11) | beginning] = kindNumber(kinds.get(field) ?? 'none')
  }
}
const ofRecord = bankRecordSchema.properties
learnKeys(false, Object.keys(ofRecord), keysOfRecord)
learnKeys(true, Object.keys(ofRecord.codes.items.properties), keysOfCode)

const [none, code, bank] = [kindNumber('none'), kindNumber('code'), kindNumber('bank')]
const [quote, backslash, colon, space] = [0x22, 0x5c, 0x3a, 0x20]
const closingBrace = 0x7d
/** What brackets do to the depth: a record's fields lie at 1, a list's texts at 2, a code's fields at 3. */
const deeper = new Int8Array(256)
for (const bracket of '{[') deeper[bracket.charCodeAt(0)] = 1
for (const bracket of '}]') deeper[bracket.charCodeAt(0)] = -1
const depthOfCode = 3

/** Replaces the marks by those of the records from `from` up to `to`. */
export function scanRecords(bytes: Uint8Array, from: number, to: number, marks: Marks): void {
  const { kinds, starts, ends } = marks
  let count = 0
  let depth = 0
  let kind = none
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number
    if (byte !== quote) {
      if (byte === closingBrace) kinds[count++] = depth === depthOfCode ? code : bank
      depth += deeper[byte] as number
      continue
    }
    if ((depth & 1) === 1) {
      const beginning = beginningOf(depth === depthOfCode, bytes[at + 1] as number, bytes[at + 2] as number)
      let end = at + 1 + (shortest[beginning] as number)
      while (bytes[end] !== quote) end++
      kind = kindOfKey[((end - at - 1) << 11) | beginning] as number
      let next = bytes[++end] as number
      while (next === colon || next <= space) next = bytes[++end] as number
      at = end
      if (next !== quote) {
        depth += deeper[next] as number
        continue
      }
    }
    let end = at + 1
    for (let letter = bytes[end] as number; letter !== quote; letter = bytes[++end] as number) {
      if (letter === backslash) end++
    }
    if (kind !== none) {
      kinds[count] = kind
      starts[count] = at + 1
      ends[count++] = end
    }
    at = end
  }
  marks.count = count
}
