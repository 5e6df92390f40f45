/** Splits the text that a command reads into lines: in linear time, and with at most one chunk and one line in memory. */
import type { Line } from '../../spreadsheets/delimited.ts'
import { Failure } from './command.ts'

/** Far longer than any row. Only a file without line ends exceeds it. */
const lineLengthMax = 1024 * 1024

/**
 * Yields the lines of UTF-8 text. The last one need not have a line end. `fatal`: throw if the text is in another encoding;
 * otherwise such bytes are replaced by U+FFFD.
 */
export async function* linesOf(
  bytes: AsyncIterable<Uint8Array>,
  { fatal }: { fatal: boolean },
): AsyncGenerator<Line, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal })
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new Failure('The file is not UTF-8; in a spreadsheet, save it as "CSV UTF-8".')
    }
  }
  let rest = ''
  let number = 0
  const lineOf = (text: string): Line => ({ number: ++number, text: text.endsWith('\r') ? text.slice(0, -1) : text })
  for await (const chunk of bytes) {
    // Split only the new text: splitting all of a long line again with each chunk would take quadratic time.
    for (const [at, text] of decode(chunk).split('\n').entries()) {
      if (at > 0) yield lineOf(rest)
      rest = at > 0 ? text : rest + text
      if (rest.length > lineLengthMax)
        throw new Failure(`Line ${number + 1} has more than ${lineLengthMax} characters; write one record per line.`)
    }
  }
  rest += decode()
  if (rest !== '') yield lineOf(rest)
}
