/** Says where a dataset is broken and why, in words that a contributor can act on. */

/** A message becomes one line of the log: what it quotes of the data must not fill the log or break the line. */
const messageLengthMax = 1_000

export class DatasetError extends Error {
  override name = 'BrokenDataset'

  static at({ file, line }: FileLocation, reason: string): DatasetError {
    const where = line === undefined ? file : `${file}:${line}`
    return new DatasetError(excerpt(`${where}: ${reason}`, messageLengthMax))
  }
}

/** `line` is left out where the whole file is meant. */
export interface FileLocation {
  file: string
  line?: number
}

const valueLengthMax = 200

/** Control characters, line separators and those that turn the direction of text. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** The beginning of a text as a message can quote it: on one line, and short. */
export function excerpt(text: string, lengthMax = valueLengthMax): string {
  const start = text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text
  return start.replaceAll(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
