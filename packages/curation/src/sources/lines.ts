/** Streams the lines of an official file, keeping at most one chunk and one line in memory. */

import type { Line } from '../../../../src/spreadsheets/delimited.ts'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import { findMisreadBytes, importUnedited } from './encoding-damage.ts'
import { decode, type Encoding, markOf } from './encodings.ts'

/** Far longer than any row of an official file. Only a file without line breaks exceeds it. */
const lineBytesMax = 65_536

const fetchAgain = 'fetch the file again'

/**
 * Yields the lines of a file. A byte order mark determines the encoding; UTF-16 requires one. Without a mark, the
 * encoding is the first in `encodings` that can decode the first line with non-ASCII bytes. All later lines must have
 * the same encoding: a change in the middle means that two files were concatenated.
 */
export async function* linesOf(
  bytes: AsyncIterable<Uint8Array>,
  encodings: readonly Encoding[],
): AsyncGenerator<Line, void, undefined> {
  let rest: Buffer = Buffer.alloc(0)
  let candidates: readonly Encoding[] | null = null
  let number = 0
  const textOf = (line: Buffer): string => {
    if (candidates?.length !== 1 && decode(line, 'ascii') === null) {
      candidates = [candidates?.find((encoding) => decode(line, encoding) !== null) ?? (candidates?.[0] as Encoding)]
    }
    return checkedText(line, candidates?.[0] as Encoding, number)
  }
  for await (const piece of bytes) {
    rest = rest.length === 0 ? Buffer.from(piece.buffer, piece.byteOffset, piece.length) : Buffer.concat([rest, piece])
    if (!candidates && rest.length >= 3) {
      candidates = encodingsOf(rest, encodings)
      rest = rest.subarray(markOf(rest).length)
    }
    if (!candidates) continue
    const isUtf16 = candidates[0] === 'utf-16le'
    let from = 0
    for (let end = endOfLine(rest, from, isUtf16); end !== -1; end = endOfLine(rest, from, isUtf16)) {
      number++
      yield { number, text: textOf(rest.subarray(from, end)) }
      from = end + (isUtf16 ? 2 : 1)
    }
    rest = rest.subarray(from)
    if (rest.length > lineBytesMax) {
      if (number === 0) refuseWebPage(rest.toString('latin1', 0, 100))
      throw UnusableFile.at(number + 1, `more than ${lineBytesMax} bytes without a line end; ${fetchAgain}`)
    }
  }
  if (rest.length === 0 && number === 0) throw UnusableFile.at(1, `the file is empty; ${fetchAgain}`)
  if (rest.length > 0) {
    candidates ??= encodings
    number++
    textOf(rest)
    throw UnusableFile.at(number, `the last line has no line end, so the file was truncated; ${fetchAgain}`)
  }
}

function endOfLine(bytes: Buffer, from: number, isUtf16: boolean): number {
  let at = bytes.indexOf(10, from)
  // In UTF-16, skip a byte with the value 10 that is only half of another character: a line feed is the bytes 10 and 0,
  // at an even offset from the start of the line.
  while (isUtf16 && at !== -1 && ((at - from) % 2 === 1 || bytes[at + 1] !== 0)) {
    if (at + 1 >= bytes.length) return -1
    at = bytes.indexOf(10, at + 1)
  }
  return at
}

function encodingsOf(start: Buffer, encodings: readonly Encoding[]): readonly Encoding[] {
  const { encoding } = markOf(start)
  const expected = encodings.map((candidate) => candidate.toUpperCase()).join(' or ')
  if (encoding !== null) {
    const match = encodings.find((candidate) => candidate === encoding)
    if (match) return [match]
    // Accept a UTF-8 mark in an ASCII file: many programs add one, and it is harmless.
    if (encoding === 'utf-8' && encodings.includes('ascii')) return ['ascii']
    throw UnusableFile.at(
      1,
      `the file is in ${encoding.toUpperCase()}, but the published file is in ${expected}; ${importUnedited}`,
    )
  }
  const unmarked = encodings.filter((candidate) => candidate !== 'utf-16le')
  if (unmarked.length > 0) return unmarked
  if (decode(start.subarray(0, 100), 'ascii') !== null) refuseWebPage(start.toString('latin1', 0, 100))
  throw UnusableFile.at(
    1,
    `the file does not start with the bytes FF FE, as a file in ${expected} does; ${importUnedited}`,
  )
}

/**
 * Nearly any sequence of bytes is valid in these encodings, so a line that is also valid UTF-8 is almost certainly
 * UTF-8.
 */
const singleByte = new Set<Encoding>(['latin-1', 'windows-1250', 'windows-1253'])

function checkedText(line: Buffer, encoding: Encoding, number: number): string {
  const decoded = decode(line, encoding)
  if (decoded === null) {
    if (number === 1) refuseWebPage(line.toString('latin1', 0, 100))
    throw UnusableFile.at(number, `the bytes are not ${encoding.toUpperCase()}; ${importUnedited}`)
  }
  if (singleByte.has(encoding) && decode(line, 'ascii') === null && decode(line, 'utf-8') !== null) {
    throw UnusableFile.at(
      number,
      `the bytes are UTF-8, but the published file is ${encoding.toUpperCase()}; ${importUnedited}`,
    )
  }
  const text = decoded.endsWith('\r') ? decoded.slice(0, -1) : decoded
  if (number === 1) refuseWebPage(text)
  const damage = findMisreadBytes(text)
  if (damage !== null) throw UnusableFile.at(number, `${damage}; ${importUnedited}`)
  return text
}

/** Rejects an HTML page, which many publishers return with status 200 if the URL is wrong. */
function refuseWebPage(text: string): void {
  if (!text.trimStart().startsWith('<')) return
  const start = JSON.stringify(text.trim().slice(0, 40))
  throw UnusableFile.at(
    1,
    `this is a web page, not the file: it starts with ${start}; find the current URL of the file`,
  )
}
