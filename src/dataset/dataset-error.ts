/** The error for invalid data: it names the file, the line and the reason, so that a contributor can act on it. */

/** Limits the length of a message, because it becomes one log line, and quoted data must not flood the log. */
const messageLengthMax = 1_000

export class DatasetError extends Error {
  override name = 'DatasetError'

  static at({ file, line, entry }: FileLocation, reason: string): DatasetError {
    const position = line === undefined ? file : `${file}:${line}`
    const where = entry === undefined ? position : `${position} (${excerpt(entry, 60)})`
    return new DatasetError(excerpt(`${where}: ${reason}`, messageLengthMax))
  }
}

export interface FileLocation {
  file: string
  /** Omitted if the location is the whole file. */
  line?: number
  /** The id of the entry, if the file is a table. */
  entry?: string
}

/** A problem in the data, with advice for the contributor. */
export interface DataFault {
  location: FileLocation
  reason: string
  fix: string
}

/** Receives each fault that a reader finds. The service throws the first one; lint collects them all. */
export type ReportFault = (fault: DataFault) => void

export const throwFault: ReportFault = ({ location, reason }) => {
  throw DatasetError.at(location, reason)
}

const valueLengthMax = 200

/** Control characters, line separators, and characters that change the text direction. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Shortens a text so that a message can quote it, and escapes characters that would break or garble the line. */
export function excerpt(text: string, lengthMax = valueLengthMax): string {
  const start = text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text
  return start.replaceAll(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
