/** The marks of text that decoded well, and went through a wrong encoding before. */
import { decode, type Encoding } from './encodings.ts'

/** What to do about it. */
export const untouched = 'fetch the file again, and import it as it came, not saved anew by an editor or a spreadsheet'

/** Says what is wrong with a line, or null. */
export function misencoded(text: string): string | null {
  const sign = unprintable.exec(text)
  if (sign?.[0] === '\0') return 'it holds zero bytes, as UTF-16 does that is read byte by byte'
  if (sign?.[0] === '\ufffd') return 'a character was lost before (U+FFFD stands in its place)'
  if (sign) return `the control character U+${hex(sign[0])} stands at character ${sign.index + 1}`
  const frame = frames.exec(text)
  if (frame) return `"${frame[0]}" at character ${frame.index + 1} is what DOS reads in place of a letter`
  const pair = misreadPair(text)
  return pair
    ? `"${pair[0]}" at character ${pair.index + 1} is a letter of UTF-8 that was read in another encoding`
    : null
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const unprintable = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\ufffd]/

/** Lines, corners and blocks. */
const frames = /[\u2500-\u259f]/

const hex = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')

/** The first bytes of European letters in UTF-8: C3 to C5 of Latin ones, CE of Greek ones. C2 is that of signs. */
const readAs: readonly [Encoding, firstBytes: number[]][] = [
  ['windows-1252', [0xc2, 0xc3, 0xc4, 0xc5, 0xce]],
  ['windows-1250', [0xc3, 0xc4, 0xc5, 0xce]],
  ['windows-1253', [0xc3, 0xc4, 0xc5, 0xce]],
  ['iso-8859-2', [0xc3, 0xc4, 0xc5, 0xce]],
  ['iso-8859-7', [0xc3, 0xc4, 0xc5, 0xce]],
]

/** 80 to BF. */
const secondBytes = Array.from({ length: 64 }, (_, at) => 0x80 + at)

const lettersOf = (bytes: number[], encoding: Encoding): string =>
  bytes.map((byte) => decode(Buffer.of(byte), encoding) ?? '').join('')

/**
 * "Ã¼", "ĂĽ" and "ΓΌ" are the two bytes of "ü", read as windows-1252, -1250 and -1253; "â€" and "β€" begin the three of
 * dashes and quotation marks.
 */
const pairs = new RegExp(
  readAs
    .map(([encoding, first]) => `[${lettersOf(first, encoding)}][${lettersOf(secondBytes, encoding)}]`)
    .concat('[âβ]€')
    .join('|'),
  'g',
)

/**
 * Pairs that stand in true text, too: before quotation marks, dashes and spaces; in capitals as of Romanian ORĂŞTIE,
 * Slovak PAMÄŤ and Estonian; of Greek ones those with an accent, and numerals such as Γ΄.
 */
const alsoTrue = /.[\u00a0‘’“”–—«»…‹›]|[ĂÎ][Şş]|[ÄĹÅ][ŠŤŽ]|[Α-Ω][Ά-Ώ΄´°·]/

function misreadPair(text: string): RegExpExecArray | undefined {
  for (const pair of text.matchAll(pairs)) if (!alsoTrue.test(pair[0]) || isWithinWord(text, pair)) return pair
  return undefined
}

/** Capitals and signs do not stand among small letters, nor Greek letters among Latin ones. */
function isWithinWord(text: string, { 0: pair, index }: RegExpExecArray): boolean {
  const [before = '', after = ''] = [text[index - 1], text[index + 2]]
  if (/[Α-Ω]/.test(pair)) return /[A-Za-z]/.test(before) || /[A-Za-z]/.test(after)
  // No word goes on behind these marks: MONTAÃ‘A is MONTAÑA, and COĂ–PERATIE is COÖPERATIE.
  if (/[ÃĂ][‘’“”–…‹›]/.test(pair) && /\p{L}/u.test(after)) return true
  return /\p{Ll}/u.test(before) || (!pair.endsWith('\u00a0') && /\p{Ll}/u.test(after))
}
