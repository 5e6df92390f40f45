/** How old a fact of a bank is: as old as the newest of its sources that give such a fact. */
import type { BankRecord } from '../../directory/bank.ts'
import type { Source } from '../../directory/source.ts'

export type BankCode = NonNullable<BankRecord['codes']>[number]

/** What `fields` of a source says where the source gives the field of a record. */
const wordsFor: Record<string, readonly string[]> = {
  name: ['name', 'legal name', 'institution', 'brand'],
  city: ['city'],
  region: ['state', 'region'],
  bic: ['bic'],
  lei: ['lei'],
  website: ['website'],
}

/** Of a date that is not known to the day, the last day it can mean: nothing older may take its place by chance. */
export const latest = (date: string): string => `${date}${'-12-31'.slice(date.length - 4)}`

/** The first day it can mean. */
export const earliest = (date: string): string => `${date}${'-01-01'.slice(date.length - 4)}`

const newest = (dates: string[]): string => dates.reduce((last, date) => (date > last ? date : last), '')

/** Where no source is known to give it, any of them may have. */
export function dateOfField(bank: BankRecord, field: string, sources: Map<string, Source>): string {
  const all = bank.sources.map((id) => sources.get(id) as Source)
  const giving = givers(bank, field, sources)
  return newest((giving.length > 0 ? giving : all).map(({ date }) => latest(date)))
}

export function givers(bank: BankRecord, field: string, sources: Map<string, Source>): Source[] {
  const words = wordsFor[field] ?? []
  return bank.sources
    .map((id) => sources.get(id) as Source)
    .filter(({ fields }) => fields.some((word) => words.includes(word)))
}

export const dateOfCode = ({ as_of, source }: BankCode, sources: Map<string, Source>): string =>
  latest(as_of ?? (sources.get(source) as Source).date)
