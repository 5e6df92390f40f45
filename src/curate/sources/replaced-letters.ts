/** Names and cities whose letters were lost, or became other signs: the file went through a wrong encoding. */
import type { Scheme } from '../../directory/records/scheme.ts'
import { untouched } from './misencoded.ts'
import { type Claim, type OfficialFile, UnusableFile } from './source-file.ts'

/** What the letters of Slovak and Slovenian become where ISO-8859-2 or code page 852 is read as windows-1250. */
export const polishLetters = 'ąĄęĘłŁśŚźŹ'

/** Refuses a file by its names and cities only: an address with a lost letter is the publisher's, and does no harm. */
export function withItsLetters(file: OfficialFile): OfficialFile {
  return { ...file, read: (bytes, schemes) => checked(file, bytes, schemes) }
}

async function* checked(
  { read, strangeLetters = '' }: OfficialFile,
  bytes: AsyncIterable<Uint8Array>,
  schemes: ReadonlyMap<string, Scheme>,
): AsyncGenerator<Claim, void, undefined> {
  for await (const claim of read(bytes, schemes)) {
    const { line, name = '', city = '' } = claim
    check(line, 'name', name, strangeLetters)
    check(line, 'city', city, strangeLetters)
    yield claim
  }
}

/** Of a word these are no part, neither at its start nor at its end. */
const signs = '¤¦§¨¬¯±µ¶¸¹¼½¾ˇ˘˛˝˙†‡‰ƒ'

/** A question mark is in no name that we know. A word may end with "®", and quotation marks stand around it. */
const wrong = new RegExp(
  `\\?|[${signs}](?=\\p{L})|(?<=\\p{L})[${signs}]|[©®](?=\\p{L})|(?<=\\p{L})[…‚„‹›•™](?=\\p{L})`,
  'u',
)

function check(line: number, field: string, text: string, strangeLetters: string): void {
  const sign = wrong.exec(text)?.[0] ?? [...strangeLetters].find((letter) => text.includes(letter))
  if (sign === undefined) return
  const found = `the ${field} is ${JSON.stringify(text)}, where "${sign}" is in place of a letter`
  throw UnusableFile.at(line, `${found}; it went through a wrong encoding: ${untouched}`)
}
