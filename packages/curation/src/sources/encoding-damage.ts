/**
 * Rejects garbled text. Such text decodes without an error, but a program misread it in the wrong encoding and saved it
 * again.
 */
import type { Scheme } from '../../../../src/directory/records/scheme.ts'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import { decode, type Encoding } from './encodings.ts'
import type { Claim, OfficialFile } from './source-file.ts'

/** Tells the user what to do with a damaged file. */
export const importUnedited =
  'fetch the file again, and import it without saving it in an editor or a spreadsheet first'

/** Describes the encoding damage in a line. Returns null if there is none. */
export function findMisreadBytes(text: string): string | null {
  const sign = unprintable.exec(text)
  if (sign?.[0] === '\0') return 'it contains zero bytes, like UTF-16 that is read byte by byte'
  if (sign?.[0] === '\ufffd') return 'a character was lost earlier (U+FFFD replaces it)'
  if (sign) return `character ${sign.index + 1} is the control character U+${hex(sign[0])}`
  const frame = frames.exec(text)
  if (frame) return `"${frame[0]}" at character ${frame.index + 1} is a letter that was read in a DOS code page`
  const pair = misreadPair(text)
  return pair ? `"${pair[0]}" at character ${pair.index + 1} is a UTF-8 letter that was read in another encoding` : null
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them.
const unprintable = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\ufffd]/

/** Box-drawing and block characters, which letters turn into when they are decoded with a DOS code page. */
const frames = /[\u2500-\u259f]/

const hex = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')

/**
 * For each encoding that UTF-8 text may be misread in, lists the first bytes of the two-byte characters to look for. C3
 * to C5 start Latin letters, CE starts Greek letters, and C2 starts symbols.
 */
const firstBytesByEncoding: readonly [Encoding, firstBytes: number[]][] = [
  ['windows-1252', [0xc2, 0xc3, 0xc4, 0xc5, 0xce]],
  ['windows-1250', [0xc3, 0xc4, 0xc5, 0xce]],
  ['windows-1253', [0xc3, 0xc4, 0xc5, 0xce]],
  ['iso-8859-2', [0xc3, 0xc4, 0xc5, 0xce]],
  ['iso-8859-7', [0xc3, 0xc4, 0xc5, 0xce]],
]

/** The second byte of a two-byte UTF-8 character can be 80 to BF. */
const secondBytes = Array.from({ length: 64 }, (_, at) => 0x80 + at)

const lettersOf = (bytes: number[], encoding: Encoding): string =>
  bytes.map((byte) => decode(Buffer.of(byte), encoding) ?? '').join('')

/**
 * Matches pairs of characters that are UTF-8 misread in a single-byte encoding. "Ã¼", "ĂĽ" and "ΓΌ" are the two bytes
 * of "ü", decoded as windows-1252, -1250 and -1253. "â€" and "β€" are the first two of the three bytes of a dash or a
 * quotation mark.
 */
const pairs = new RegExp(
  firstBytesByEncoding
    .map(([encoding, first]) => `[${lettersOf(first, encoding)}][${lettersOf(secondBytes, encoding)}]`)
    .concat('[âβ]€')
    .join('|'),
  'g',
)

/**
 * Matches pairs that also occur in correct text: a letter followed by a quotation mark, dash or space; two capitals, as
 * in Romanian ORĂŞTIE, in Slovak PAMÄŤ and in Estonian words; a Greek capital followed by an accented one; and numerals
 * like Γ΄.
 */
const ambiguousPair = /.[\u00a0‘’“”–—«»…‹›]|[ĂÎ][Şş]|[ÄĹÅ][ŠŤŽ]|[Α-Ω][Ά-Ώ΄´°·]/

function misreadPair(text: string): RegExpExecArray | undefined {
  for (const pair of text.matchAll(pairs)) if (!ambiguousPair.test(pair[0]) || isWithinWord(text, pair)) return pair
  return undefined
}

/**
 * Returns whether the characters around an ambiguous pair show that the text is garbled: in correct text, such a pair
 * is never next to a lower-case letter, and a Greek pair is never next to a Latin letter.
 */
function isWithinWord(text: string, { 0: pair, index }: RegExpExecArray): boolean {
  const [before = '', after = ''] = [text[index - 1], text[index + 2]]
  if (/[Α-Ω]/.test(pair)) return /[A-Za-z]/.test(before) || /[A-Za-z]/.test(after)
  // In correct text, no letter follows one of these marks directly: MONTAÃ‘A is MONTAÑA, and COĂ–PERATIE is COÖPERATIE.
  if (/[ÃĂ][‘’“”–…‹›]/.test(pair) && /\p{L}/u.test(after)) return true
  return /\p{Ll}/u.test(before) || (!pair.endsWith('\u00a0') && /\p{Ll}/u.test(after))
}

/**
 * Rejects a file that has symbols in place of letters. Checks only names and cities: a lost letter in a street address
 * is usually the publisher's own mistake, and harmless because we do not use addresses.
 */
export function refuseReplacedLetters(file: OfficialFile): OfficialFile {
  return { ...file, read: (bytes, schemes) => checkedClaims(file, bytes, schemes) }
}

async function* checkedClaims(
  { read, foreignLetters = '' }: OfficialFile,
  bytes: AsyncIterable<Uint8Array>,
  schemes: ReadonlyMap<string, Scheme>,
): AsyncGenerator<Claim, void, undefined> {
  for await (const claim of read(bytes, schemes)) {
    const { line, name = '', city = '' } = claim
    checkLetters(line, 'name', name, foreignLetters)
    checkLetters(line, 'city', city, foreignLetters)
    yield claim
  }
}

/** Symbols that are never next to a letter in correct text. */
const symbols = '¤¦§¨¬¯±µ¶¸¹¼½¾ˇ˘˛˝˙†‡‰ƒ'

/**
 * Matches a symbol in place of a letter. Any question mark counts, because no known name contains one. "®" at the end
 * of a word and quotation marks around a word do not count.
 */
const replacedLetter = new RegExp(
  `\\?|[${symbols}](?=\\p{L})|(?<=\\p{L})[${symbols}]|[©®](?=\\p{L})|(?<=\\p{L})[…‚„‹›•™](?=\\p{L})`,
  'u',
)

function checkLetters(line: number, field: string, text: string, foreignLetters: string): void {
  const sign = replacedLetter.exec(text)?.[0] ?? [...foreignLetters].find((letter) => text.includes(letter))
  if (sign === undefined) return
  const found = `the ${field} is ${JSON.stringify(text)}, where "${sign}" replaces a letter`
  throw UnusableFile.at(line, `${found}; it was converted with the wrong encoding: ${importUnedited}`)
}
