/**
 * Dates facts. A field is as recent as the bank's newest source for that field, and a code is as recent as its own
 * source.
 */
import type { BankRecord } from '../../../../../src/directory/records/bank-record.ts'
import type { Source } from '../../../../../src/directory/records/source.ts'
import { lastDay } from '../../dates.ts'
import { givesField, type SourcedField } from '../../fields-by-source.ts'

export type BankCode = NonNullable<BankRecord['codes']>[number]

const newest = (dates: string[]): string => dates.reduce((last, date) => (date > last ? date : last), '')

/**
 * Returns the date of the newest source that provides the field. If none is known to provide it, uses the newest of all
 * sources of the bank, because any of them may have provided it.
 */
export function fieldDate(bank: BankRecord, field: SourcedField, sources: Map<string, Source>): string {
  const all = bank.sources.map((id) => sources.get(id) as Source)
  const givingSources = sourcesGiving(bank, field, sources)
  return newest((givingSources.length > 0 ? givingSources : all).map(({ date }) => lastDay(date)))
}

export function sourcesGiving(bank: BankRecord, field: SourcedField, sources: Map<string, Source>): Source[] {
  return bank.sources.map((id) => sources.get(id) as Source).filter((source) => givesField(source, field))
}

export const codeDate = ({ as_of, source }: BankCode, sources: Map<string, Source>): string =>
  lastDay(as_of ?? (sources.get(source) as Source).date)
