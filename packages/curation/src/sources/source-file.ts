/** Describes an official file: who publishes it, how to read its claims about banks, and its editions. */
import type { BankRecord } from '../../../../src/directory/records/bank-record.ts'
import type { Scheme } from '../../../../src/directory/records/scheme.ts'
import type { Source } from '../../../../src/directory/records/source.ts'

/** The facts in one row. Facts that the row does not contain are omitted. */
export interface Claim
  extends Partial<Pick<BankRecord, 'name' | 'short_name' | 'city' | 'region' | 'lei' | 'website'>> {
  /** The line number in the file. */
  line: number
  country: string
  /** Set only if the file makes the type clear. */
  type?: BankRecord['type']
  codes: ClaimedCode[]
  /** The BIC without XXX, the branch code of a head office. */
  bic?: string
  /** Set if another bank absorbed this one but its codes stay in force, so that payments that use them still arrive. */
  absorbed?: true
  /**
   * The code that replaces the row's code, according to the file. As long as the file lists the old code as current,
   * payments that use it still arrive.
   */
  successor?: { scheme: string; value: string }
}

export interface ClaimedCode {
  scheme: string
  value: string
  /** Omitted if the code is current. */
  status?: 'former'
}

export interface OfficialFile {
  /**
   * The name on the command line, such as "us-fedach". With a date appended, it is the id of an edition in
   * `sources.json`.
   */
  name: string
  /** The entry in `sources.json`, without the fields that depend on the edition. */
  source: Omit<Source, 'id' | 'date' | 'via'>
  /**
   * Code schemes that the file covers completely: if a code of such a scheme is missing, it is no longer assigned. For
   * other schemes, a missing code proves nothing.
   */
  completeFor: readonly string[]
  /**
   * Code schemes that the file does not cover completely, but whose codes, once listed, stay in the file for as long as
   * they are current. If a code from an earlier edition is missing, it is no longer assigned. Codes from other lists
   * are unaffected.
   */
  ownCompleteFor?: readonly string[]
  /**
   * Whether the file truncates or abbreviates names, so that a different name does not prove that a bank was renamed.
   */
  abbreviates?: boolean
  /**
   * Whether a BIC in the file may be that of another office, group company or account. Such a BIC fills a gap, but it
   * never replaces the BIC of a bank, and no code gets it.
   */
  fillsMissingBicsOnly?: boolean
  /** Letters that the file's language does not use, but that appear if the file is decoded with the wrong encoding. */
  foreignLetters?: string
  /** A file with fewer rows than this is rejected as truncated. Tests with fixtures bypass this check. */
  rowsMin: number
  /**
   * Yields the rows as the bytes arrive. Throws `UnusableFile` if the file is damaged or not the expected one.
   * `schemes` are the code schemes in the data folder; the codes must match their patterns.
   */
  read(bytes: AsyncIterable<Uint8Array>, schemes: ReadonlyMap<string, Scheme>): AsyncIterable<Claim>
}

/**
 * An official file that is not a list of banks but a table for account-number checks. An import replaces our whole
 * table.
 */
export interface TableFile extends Pick<OfficialFile, 'name' | 'source' | 'rowsMin'> {
  /** The name of the file in the data folder that holds our table. */
  file: string
  /** Returns the edition of our current table. `text` is the content of the file in the data folder. */
  currentEdition(text: string): Edition & { rows: number }
  /** Throws `UnusableFile` if the file is damaged or not the expected one. */
  read(bytes: AsyncIterable<Uint8Array>, old: { text: string; edition: Edition }): Promise<NewTable>
}

/** Facts about an edition of a file that are not in the file itself. */
export interface Edition {
  /** The id in `sources.json`. */
  source: string
  /** The date from which the edition is valid, or its publication date. */
  date: string
  version?: string
}

export interface NewTable {
  text: string
  rows: number
  /** A sentence for each new, removed or changed row. */
  changes: string[]
}

/**
 * Returns whether a source is an edition of a list: "us-fedach-2023-03" is an edition of "us-fedach". Each edition of a
 * list is a separate source.
 */
export const isEdition = (source: string, name: string): boolean =>
  source.startsWith(`${name}-`) && /^(-\d+)+$/.test(source.slice(name.length))

/** Returns the list that a source is an edition of: "us-fedach" for "us-fedach-2023-03". */
export const seriesOf = (source: string): string => source.replace(/(-\d+)+$/, '')
