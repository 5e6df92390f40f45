/** What the workshop knows of an official file: who publishes it, and how to read from it what it says of banks. */
import type { BankRecord } from '../../directory/records/bank.ts'
import type { Scheme } from '../../directory/records/scheme.ts'
import type { Source } from '../../directory/records/source.ts'

/** What one row says. What it does not say is left out. */
export interface Claim
  extends Partial<Pick<BankRecord, 'name' | 'short_name' | 'city' | 'region' | 'lei' | 'website'>> {
  /** Where it stands in the file. */
  line: number
  country: string
  /** Only where the file says it for certain. */
  type?: BankRecord['type']
  codes: ClaimedCode[]
  /** Without the XXX that means the head office. */
  bic?: string
  /** The bank was absorbed by another, and the issuer keeps its codes in force: payments with them still arrive. */
  absorbed?: true
  /**
   * The code that the file names in place of this one. As long as the file lists this one as current, payments to it
   * still arrive.
   */
  successor?: { scheme: string; value: string }
}

export interface ClaimedCode {
  scheme: string
  value: string
  /** Left out: current. */
  status?: 'former'
}

export interface OfficialFile {
  /** As it is named on the command line and, with its date, in `sources.json`: "us-fedach". */
  name: string
  /** What `sources.json` will say of it. */
  source: Omit<Source, 'id' | 'date' | 'via'>
  /**
   * The code schemes of which the file lists every current value: one that it does not have is no longer given out. Of
   * other schemes nothing follows from what is missing.
   */
  completeFor: readonly string[]
  /**
   * The code schemes in which a value that was taken from an earlier edition of this file, and that it does not have any
   * more, is no longer given out. Values from other lists are left alone.
   */
  ownCompleteFor?: readonly string[]
  /** Whether it cuts names off and abbreviates them, so that another name there is no renaming yet. */
  abbreviates?: boolean
  /** Letters that its names never have, and that those of its language become in a wrong encoding. */
  strangeLetters?: string
  /** Fewer rows than this the publisher's file never has. Fixtures are read past it. */
  rowsMin: number
  /**
   * Row after row, as the bytes come; fails with `UnusableFile` where it is not the file that it should be. `schemes`:
   * those of the data folder, whose patterns the codes must fit.
   */
  read(bytes: AsyncIterable<Uint8Array>, schemes: ReadonlyMap<string, Scheme>): AsyncIterable<Claim>
}

/** An official file that is no list of banks but a table that checks need: it takes the place of the data's as a whole. */
export interface TableFile extends Pick<OfficialFile, 'name' | 'source' | 'rowsMin'> {
  /** In the data folder. */
  file: string
  /** What the data has of it now. */
  held(text: string): Edition & { rows: number }
  /** Fails with `UnusableFile` where it is not the file that it should be. */
  read(bytes: AsyncIterable<Uint8Array>, old: { text: string; edition: Edition }): Promise<NewTable>
}

/** What the file itself does not say. */
export interface Edition {
  /** Id in `sources.json`. */
  source: string
  /** From when it holds, or when it was published. */
  date: string
  version?: string
}

export interface NewTable {
  text: string
  rows: number
  /** A sentence for each row that is new, gone or another. */
  changes: string[]
}

/** A file that cannot be trusted; the message says where it goes wrong, and what to do. */
export class UnusableFile extends Error {
  override name = 'UnusableFile'

  static at(line: number, reason: string): UnusableFile {
    return new UnusableFile(`line ${line}: ${reason}.`)
  }
}
