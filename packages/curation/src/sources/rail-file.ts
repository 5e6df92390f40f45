/** Types for the published lists of participants of payment rails. */
import type { BankRecord } from '../../../../src/directory/records/bank-record.ts'
import type { OfficialFile } from './source-file.ts'

export interface Participant {
  line: number
  /** The name or number to use in the report if no bank matches. */
  label: string
  /** The rails of the list that the participant is on. */
  rails: readonly string[]
  /** A code of the participant. With several schemes, the code counts in each of them. */
  code?: { schemes: readonly string[]; value: string }
  /** Without XXX, the branch code of a head office. */
  bic?: string
  /** The record of the participant, for a list that adds the banks that our data lacks. */
  bank?: Pick<BankRecord, 'name' | 'short_name' | 'country' | 'type'>
}

export interface RailFile extends Pick<OfficialFile, 'name' | 'source' | 'rowsMin'> {
  /** The rails that the list covers: a bank that is not in the list is not on them. */
  rails: readonly string[]
  /** Whether a bank that the list does not have cannot be reached over the rails. */
  complete: boolean
  /** `asOf`: the date of the file. Throws `UnusableFile` if the file is damaged or not the expected one. */
  read(bytes: AsyncIterable<Uint8Array>, asOf: string): AsyncIterable<Participant>
}

/** A list that may not be redistributed belongs in an operator's overlay. */
export const isForOverlay = ({ source }: Pick<RailFile, 'source'>): boolean => source.redistribution === 'restricted'
