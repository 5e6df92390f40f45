/**
 * Standard output and standard error of a command. All text passes through here and is escaped, because names, codes
 * and error messages can come from a service or a file that is not ours.
 */
import { createEscape } from '../../../dataset/printable.ts'

export interface Output {
  readonly isTTY?: boolean
  /** Bytes are the content of a file: only a terminal gets them escaped. */
  write(content: string | Uint8Array, done?: (error?: Error | null) => void): unknown
}

/** A progress line starts with a carriage return, to overwrite itself. */
const lineBreaks = '^\\r|\\r?\\n|\\t'

const escapeFile = createEscape(lineBreaks)

/** `ownSequences`: the source of a regular expression for the escape sequences that the program itself prints. */
export function createOutput(stream: Output, ownSequences = '(?!)'): Output {
  const { isTTY = false } = stream
  const escapeText = createEscape(`${lineBreaks}|${ownSequences}`)
  return {
    isTTY,
    write: (content, done) => {
      if (typeof content === 'string') return stream.write(escapeText(content), done)
      return stream.write(isTTY ? escapeFile(Buffer.from(content).toString()) : content, done)
    },
  }
}
