/** How old a fact of a bank is: as old as the newest of its sources that give such a fact. */
import type { BankRecord } from '../../../directory/records/bank.ts'
import type { Source } from '../../../directory/records/source.ts'
import { latest } from '../../dates.ts'
import { type GivenField, gives } from '../../fields-by-source.ts'

export type BankCode = NonNullable<BankRecord['codes']>[number]

const newest = (dates: string[]): string => dates.reduce((last, date) => (date > last ? date : last), '')

/** Where no source is known to give it, any of them may have. */
export function dateOfField(bank: BankRecord, field: GivenField, sources: Map<string, Source>): string {
  const all = bank.sources.map((id) => sources.get(id) as Source)
  const giving = givers(bank, field, sources)
  return newest((giving.length > 0 ? giving : all).map(({ date }) => latest(date)))
}

export function givers(bank: BankRecord, field: GivenField, sources: Map<string, Source>): Source[] {
  return bank.sources.map((id) => sources.get(id) as Source).filter((source) => gives(source, field))
}

export const dateOfCode = ({ as_of, source }: BankCode, sources: Map<string, Source>): string =>
  latest(as_of ?? (sources.get(source) as Source).date)
