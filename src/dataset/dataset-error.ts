/** The error for invalid data: it names the file, the line and the reason, so that a contributor can act on it. */
import { printable } from './printable.ts'

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

/** Shortens a text so that a message can quote it, and escapes characters that would break or garble the line. */
export function excerpt(text: string, lengthMax = valueLengthMax): string {
  return printable(text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text)
}
