/** The lines of an official file as its bytes come, with no more of it in memory than one piece and one line. */
import { decode, type Encoding, markOf } from './encodings.ts'
import { misencoded, untouched } from './misencoded.ts'
import { UnusableFile } from './source-file.ts'

export interface Line {
  number: number
  text: string
}

/** No row of an official file comes near this; a file that was given without line ends does. */
const lineBytesMax = 65_536

const again = 'fetch the file again'

/**
 * Without a mark at its start, a file has the first of the encodings that its first line with other than ASCII letters
 * fits, and keeps it: a change in the middle means that two files were put together. UTF-16 needs the mark.
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
    const wide = candidates[0] === 'utf-16le'
    let from = 0
    for (let end = endOfLine(rest, from, wide); end !== -1; end = endOfLine(rest, from, wide)) {
      number++
      yield { number, text: textOf(rest.subarray(from, end)) }
      from = end + (wide ? 2 : 1)
    }
    rest = rest.subarray(from)
    if (rest.length > lineBytesMax) {
      if (number === 0) refuseWebPage(rest.toString('latin1', 0, 100))
      throw UnusableFile.at(number + 1, `more than ${lineBytesMax} bytes come without the end of a line; ${again}`)
    }
  }
  if (rest.length === 0 && number === 0) throw UnusableFile.at(1, `the file is empty; ${again}`)
  if (rest.length > 0) {
    candidates ??= encodings
    number++
    textOf(rest)
    throw UnusableFile.at(number, `the last line has no end, so that the file was cut off; ${again}`)
  }
}

function endOfLine(bytes: Buffer, from: number, wide: boolean): number {
  let at = bytes.indexOf(10, from)
  // A line feed of UTF-16 is two bytes long and begins at an even place; lines start at one.
  while (wide && at !== -1 && ((at - from) % 2 === 1 || bytes[at + 1] !== 0)) {
    if (at + 1 >= bytes.length) return -1
    at = bytes.indexOf(10, at + 1)
  }
  return at
}

function encodingsOf(start: Buffer, encodings: readonly Encoding[]): readonly Encoding[] {
  const { encoding } = markOf(start)
  const expected = encodings.map((candidate) => candidate.toUpperCase()).join(' or ')
  if (encoding !== null) {
    const known = encodings.find((candidate) => candidate === encoding)
    if (known) return [known]
    // The mark of UTF-8 is set by many programs, and is harmless where the text is plain.
    if (encoding === 'utf-8' && encodings.includes('ascii')) return ['ascii']
    throw UnusableFile.at(1, `the file is in ${encoding.toUpperCase()}, the published one in ${expected}; ${untouched}`)
  }
  const unmarked = encodings.filter((candidate) => candidate !== 'utf-16le')
  if (unmarked.length > 0) return unmarked
  if (decode(start.subarray(0, 100), 'ascii') !== null) refuseWebPage(start.toString('latin1', 0, 100))
  throw UnusableFile.at(1, `the file does not begin with the bytes FF FE, as one in ${expected} does; ${untouched}`)
}

/** Any bytes are text in these. But letters of theirs hardly ever make up UTF-8, and nearly all that does is. */
const singleByte = new Set<Encoding>(['latin-1', 'windows-1250', 'windows-1253'])

function checkedText(line: Buffer, encoding: Encoding, number: number): string {
  const decoded = decode(line, encoding)
  if (decoded === null) {
    if (number === 1) refuseWebPage(line.toString('latin1', 0, 100))
    throw UnusableFile.at(number, `the bytes are not ${encoding.toUpperCase()}; ${untouched}`)
  }
  if (singleByte.has(encoding) && decode(line, 'ascii') === null && decode(line, 'utf-8') !== null) {
    throw UnusableFile.at(number, `the bytes are UTF-8, and the published ones ${encoding.toUpperCase()}; ${untouched}`)
  }
  const text = decoded.endsWith('\r') ? decoded.slice(0, -1) : decoded
  if (number === 1) refuseWebPage(text)
  const wrong = misencoded(text)
  if (wrong !== null) throw UnusableFile.at(number, `${wrong}; ${untouched}`)
  return text
}

/** Publishers answer a wrong address with a page and a status that says all is well. */
function refuseWebPage(text: string): void {
  if (!text.trimStart().startsWith('<')) return
  const start = JSON.stringify(text.trim().slice(0, 40))
  throw UnusableFile.at(1, `this is a web page, not the file: it begins with ${start}; find its present address`)
}
