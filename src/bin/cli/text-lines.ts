/** Splits the text that a command reads into lines: in linear time, and with at most one chunk and one line in memory. */
import type { Line } from '../../spreadsheets/delimited.ts'
import { Failure } from './command.ts'

/** Far longer than any row. Only a file without line ends exceeds it. */
const lineLengthMax = 1024 * 1024

interface LineOptions {
  /** Throw if the text is in another encoding; otherwise, replace such bytes by U+FFFD. */
  fatal: boolean
  /** A name that `isEncoding` accepts. Default: UTF-8, or UTF-16 if there is a byte order mark. */
  encoding?: string | undefined
}

/**
 * Yields the lines of UTF-8 text, or of UTF-16 text with a byte order mark, as spreadsheets save "Unicode text". The last one
 * need not have a line end.
 */
export async function* linesOf(
  bytes: AsyncIterable<Uint8Array>,
  { fatal, encoding }: LineOptions,
): AsyncGenerator<Line, void, undefined> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  const decode = (chunk?: Uint8Array): string => {
    decoder ??= new TextDecoder(encoding ?? encodingOf(chunk), { fatal })
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new Failure(
        encoding === undefined
          ? 'The file is not UTF-8; save it as "CSV UTF-8" in a spreadsheet, or name its encoding, as in --encoding windows-1252.'
          : `The file is not ${encoding}.`,
      )
    }
  }
  let rest = ''
  let number = 0
  const lineOf = (text: string): Line => ({ number: ++number, text: text.endsWith('\r') ? text.slice(0, -1) : text })
  for await (const chunk of withWholeMark(bytes)) {
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

/** Whether the text is a name of an encoding in the Encoding Standard, such as `windows-1252` or `shift_jis`. */
export function isEncoding(name: string): boolean {
  try {
    new TextDecoder(name)
    return true
  } catch {
    return false
  }
}

/** UTF-16 has the byte order mark U+FEFF, in one order or the other. The decoder removes it. */
function encodingOf([first, second]: Uint8Array = new Uint8Array()): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** Joins the first two chunks if the first one has a single byte, which is half of a byte order mark. */
async function* withWholeMark(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let start: Uint8Array | undefined = new Uint8Array()
  for await (const chunk of bytes) {
    const whole: Uint8Array = start?.length ? Buffer.concat([start, chunk]) : chunk
    start = start && whole.length < 2 ? whole : undefined
    if (!start) yield whole
  }
  if (start) yield start
}
