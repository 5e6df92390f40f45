/** The texts by which banks are found, taken from the bytes of their records. */
import { kindNumber, type MarkKind, type Marks } from '../../storage/record-scanner.ts'
import { type NameField, nameFields } from '../text/searchable-names.ts'
import { dropWrittenOut, partsMax, type Texts, unitsMax, writeUnits } from '../text/tokenizer.ts'

export interface NameTexts extends Texts {
  banks: Uint32Array
  /** Indexes into `nameFields`. */
  fields: Uint8Array
  /** 1 for a text that is the one before it, with ö written out as oe. */
  spelledOut: Uint8Array
}

/** Room for the texts of so many bytes: each may be there twice, and no letter takes more units than bytes. */
export const textsFor = (bytes: number): NameTexts => ({
  count: 0,
  units: new Uint16Array(bytes * 2 + partsMax),
  ends: new Uint32Array(bytes),
  banks: new Uint32Array(bytes),
  fields: new Uint8Array(bytes),
  spelledOut: new Uint8Array(bytes),
})

const noField = 255
/** By kind of mark. What the index of codes keeps is no name. */
const fieldOf = new Uint8Array(256).fill(noField)
const kept: [MarkKind, NameField][] = [
  ['name', 'name'],
  ['short_name', 'short_name'],
  ['alias', 'alias'],
  ['legal_name', 'legal_name'],
  ['bic', 'bic'],
  ['other_bic', 'bic'],
  ['lei', 'lei'],
  ['ussd', 'ussd'],
  ['code', 'code'],
  ['other_code', 'other_code'],
  ['city', 'city'],
  ['region', 'region'],
]
for (const [kind, field] of kept) fieldOf[kindNumber(kind)] = nameFields.indexOf(field)
const bankEnd = kindNumber('bank')

/** Not a unit of its own: a part of one in UTF-8, or of an escape. */
const isPart = Uint8Array.from({ length: 256 }, (_, byte) => (byte > 0x7e || byte === 0x5c ? 1 : 0))

/** Replaces the texts by those of the marks, of which `firstBank` is the first bank. */
export function readTexts(firstBank: number, bytes: Uint8Array, marks: Marks, texts: NameTexts): void {
  const { kinds, starts, ends } = marks
  const { units } = texts
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let bank = firstBank
  let count = 0
  let end = 0
  for (let mark = 0; mark < marks.count; mark++) {
    const kind = kinds[mark] as number
    if (kind === bankEnd) bank++
    const field = fieldOf[kind] as number
    if (field === noField) continue
    const start = starts[mark] as number
    const length = Math.min((ends[mark] as number) - start, unitsMax)
    let hasParts = 0
    for (let at = 0; at < length; at++) {
      const byte = bytes[start + at] as number
      units[end + at] = byte
      hasParts |= isPart[byte] as number
    }
    texts.banks[count] = bank
    texts.fields[count] = field
    texts.spelledOut[count] = 0
    if (hasParts === 0) {
      end += length
      units[end] = 0x20
      texts.ends[count++] = end++
    } else {
      count = readSlowly(textAt(buffer, start, ends[mark] as number), texts, count, end)
      end = (texts.ends[count - 1] as number) + 1
    }
  }
  texts.count = count
}

const origins = new Uint16Array(partsMax)

/** Adds one text or two; answers how many there are now. */
function readSlowly(text: string, texts: NameTexts, count: number, start: number): number {
  const { units, ends } = texts
  const end = writeUnits(text, units, start, origins)
  units.copyWithin(end + 1, start, end + 1)
  const plainEnd = dropWrittenOut(units, start, end, origins)
  ends[count] = plainEnd
  if (plainEnd === end) return count + 1
  const next = count + 1
  units.copyWithin(plainEnd + 1, end + 1, end + 1 + end - start + 1)
  texts.banks[next] = texts.banks[count] as number
  texts.fields[next] = texts.fields[count] as number
  texts.spelledOut[next] = 1
  ends[next] = plainEnd + 1 + end - start
  return next + 1
}

function textAt(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end)
  return text.includes('\\') ? JSON.parse(`"${text}"`) : text
}
