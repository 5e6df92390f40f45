/** What the workshop knows of an official file: who publishes it, and how to read from it what it says of banks. */
import type { BankRecord } from '../../directory/bank.ts'
import type { Source } from '../../directory/source.ts'

/** What one row says. What it does not say is left out. */
export interface Claim
  extends Partial<Pick<BankRecord, 'name' | 'short_name' | 'city' | 'region' | 'bic' | 'lei' | 'website'>> {
  /** Where it stands in the file. */
  line: number
  country: string
  /** Only where the file says it for certain. */
  type?: BankRecord['type']
  codes: ClaimedCode[]
  /** The code under which the institution goes on, where this one is given up. */
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
  /** Fewer rows than this the publisher's file never has. Fixtures are read past it. */
  rowsMin: number
  /** Row after row, as the bytes come; fails with `UnusableFile` where it is not the file that it should be. */
  read(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Claim>
}

/** A file that cannot be trusted; the message says where it goes wrong, and what to do. */
export class UnusableFile extends Error {
  override name = 'UnusableFile'

  static at(line: number, reason: string): UnusableFile {
    return new UnusableFile(`line ${line}: ${reason}`)
  }
}
