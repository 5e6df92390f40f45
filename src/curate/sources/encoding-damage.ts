/** Rejects files with text that decodes without an error but was decoded with a wrong encoding earlier. */
import type { Scheme } from '../../directory/records/scheme.ts'
import { decode, type Encoding } from './encodings.ts'
import { type Claim, type OfficialFile, UnusableFile } from './source-file.ts'

/** Advice for a damaged file. */
export const importUnedited =
  'fetch the file again, and import it without saving it in an editor or a spreadsheet first'

/** Describes the encoding damage in a line, or returns null. */
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

/** Box-drawing characters and blocks. */
const frames = /[\u2500-\u259f]/

const hex = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')

/** The first bytes of European letters in UTF-8: C3 to C5 for Latin letters, CE for Greek ones. C2 starts symbols. */
const firstBytesByEncoding: readonly [Encoding, firstBytes: number[]][] = [
  ['windows-1252', [0xc2, 0xc3, 0xc4, 0xc5, 0xce]],
  ['windows-1250', [0xc3, 0xc4, 0xc5, 0xce]],
  ['windows-1253', [0xc3, 0xc4, 0xc5, 0xce]],
  ['iso-8859-2', [0xc3, 0xc4, 0xc5, 0xce]],
  ['iso-8859-7', [0xc3, 0xc4, 0xc5, 0xce]],
]

/** The second bytes of these letters in UTF-8: 80 to BF. */
const secondBytes = Array.from({ length: 64 }, (_, at) => 0x80 + at)

const lettersOf = (bytes: number[], encoding: Encoding): string =>
  bytes.map((byte) => decode(Buffer.of(byte), encoding) ?? '').join('')

/**
 * "Ã¼", "ĂĽ" and "ΓΌ" are the two bytes of "ü", read as windows-1252, -1250 and -1253. "â€" and "β€" start the three bytes
 * of dashes and quotation marks.
 */
const pairs = new RegExp(
  firstBytesByEncoding
    .map(([encoding, first]) => `[${lettersOf(first, encoding)}][${lettersOf(secondBytes, encoding)}]`)
    .concat('[âβ]€')
    .join('|'),
  'g',
)

/**
 * Pairs that also occur in correct text: before quotation marks, dashes and spaces; capitals as in Romanian ORĂŞTIE,
 * Slovak PAMÄŤ and Estonian; Greek capitals with an accent, and numerals like Γ΄.
 */
const ambiguousPair = /.[\u00a0‘’“”–—«»…‹›]|[ĂÎ][Şş]|[ÄĹÅ][ŠŤŽ]|[Α-Ω][Ά-Ώ΄´°·]/

function misreadPair(text: string): RegExpExecArray | undefined {
  for (const pair of text.matchAll(pairs)) if (!ambiguousPair.test(pair[0]) || isWithinWord(text, pair)) return pair
  return undefined
}

/**
 * Whether the neighbours show that the pair is damage: in correct text, these pairs never stand next to a lower-case
 * letter, nor Greek pairs next to a Latin letter.
 */
function isWithinWord(text: string, { 0: pair, index }: RegExpExecArray): boolean {
  const [before = '', after = ''] = [text[index - 1], text[index + 2]]
  if (/[Α-Ω]/.test(pair)) return /[A-Za-z]/.test(before) || /[A-Za-z]/.test(after)
  // No word continues after these marks: MONTAÃ‘A is MONTAÑA, and COĂ–PERATIE is COÖPERATIE.
  if (/[ÃĂ][‘’“”–…‹›]/.test(pair) && /\p{L}/u.test(after)) return true
  return /\p{Ll}/u.test(before) || (!pair.endsWith('\u00a0') && /\p{Ll}/u.test(after))
}

/**
 * Rejects a file with symbols in place of letters. Checks names and cities only: a lost letter in an address is the
 * publisher's own mistake, and harmless.
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

/** Symbols that never touch a letter in correct text. */
const symbols = '¤¦§¨¬¯±µ¶¸¹¼½¾ˇ˘˛˝˙†‡‰ƒ'

/** No name that we know contains a question mark. A word may end with "®", and may have quotation marks around it. */
const replacedLetter = new RegExp(
  `\\?|[${symbols}](?=\\p{L})|(?<=\\p{L})[${symbols}]|[©®](?=\\p{L})|(?<=\\p{L})[…‚„‹›•™](?=\\p{L})`,
  'u',
)

function checkLetters(line: number, field: string, text: string, foreignLetters: string): void {
  const sign = replacedLetter.exec(text)?.[0] ?? [...foreignLetters].find((letter) => text.includes(letter))
  if (sign === undefined) return
  const found = `the ${field} is ${JSON.stringify(text)}, where "${sign}" replaces a letter`
  throw UnusableFile.at(line, `${found}; it went through a wrong encoding: ${importUnedited}`)
}
