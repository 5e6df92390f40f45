/** The interface of an official file: its publisher, and how to read its claims about banks. */
import type { BankRecord } from '../../directory/records/bank.ts'
import type { Scheme } from '../../directory/records/scheme.ts'
import type { Source } from '../../directory/records/source.ts'

/** The facts in one row. Facts that the row does not give are omitted. */
export interface Claim
  extends Partial<Pick<BankRecord, 'name' | 'short_name' | 'city' | 'region' | 'lei' | 'website'>> {
  /** The line number in the file. */
  line: number
  country: string
  /** Only if the file gives it unambiguously. */
  type?: BankRecord['type']
  codes: ClaimedCode[]
  /** Without the branch code XXX of a head office. */
  bic?: string
  /** Another bank absorbed this one, and the issuer keeps its codes in force: payments with them still arrive. */
  absorbed?: true
  /**
   * The code that replaces this one according to the file. As long as the file lists this code as current, payments with
   * it still arrive.
   */
  successor?: { scheme: string; value: string }
}

export interface ClaimedCode {
  scheme: string
  value: string
  /** Omitted if current. */
  status?: 'former'
}

export interface OfficialFile {
  /** Its name on the command line and, with a date, its id in `sources.json`: "us-fedach". */
  name: string
  /** Its entry in `sources.json`. */
  source: Omit<Source, 'id' | 'date' | 'via'>
  /**
   * Code schemes whose current values are all in the file: a missing value is no longer assigned. For other schemes, a
   * missing value means nothing.
   */
  completeFor: readonly string[]
  /**
   * Code schemes whose values, once listed, stay in the file while they are current: a value from an earlier edition that
   * is now missing is no longer assigned. Values from other lists are unaffected.
   */
  ownCompleteFor?: readonly string[]
  /** Whether it truncates and abbreviates names, so that a different name is no evidence of a renaming. */
  abbreviates?: boolean
  /** Letters foreign to the file's language that appear if it was decoded with the wrong encoding. */
  foreignLetters?: string
  /** The publisher's file never has fewer rows. Tests with fixtures bypass this check. */
  rowsMin: number
  /**
   * Yields the rows as the bytes arrive; throws `UnusableFile` if the file is not the expected one. `schemes`: the
   * schemes of the data folder, whose patterns the codes must match.
   */
  read(bytes: AsyncIterable<Uint8Array>, schemes: ReadonlyMap<string, Scheme>): AsyncIterable<Claim>
}

/** An official file that is not a list of banks but a table for account checks. It replaces the whole table in the data. */
export interface TableFile extends Pick<OfficialFile, 'name' | 'source' | 'rowsMin'> {
  /** The file in the data folder that it replaces. */
  file: string
  /** The edition that the data has now. */
  currentEdition(text: string): Edition & { rows: number }
  /** Throws `UnusableFile` if the file is not the expected one. */
  read(bytes: AsyncIterable<Uint8Array>, old: { text: string; edition: Edition }): Promise<NewTable>
}

/** Facts about the file that are not in the file itself. */
export interface Edition {
  /** Id in `sources.json`. */
  source: string
  /** The date from which it is valid, or its publication date. */
  date: string
  version?: string
}

export interface NewTable {
  text: string
  rows: number
  /** A sentence for each new, removed or changed row. */
  changes: string[]
}

/** A file that cannot be trusted. The message names the line, the problem and what to do. */
export class UnusableFile extends Error {
  override name = 'UnusableFile'

  static at(line: number, reason: string): UnusableFile {
    return new UnusableFile(`line ${line}: ${reason}.`)
  }
}
