/** Two states of the data side by side: every fact that differs, and what that does to the lists. */
import { type BankRecord, listedTypes } from '../../directory/records/bank.ts'
import { toBank } from '../../directory/records/bank-view.ts'
import { type CountryRecord, displayNameOf } from '../../directory/records/country.ts'
import type { ListChange } from '../../directory/records/list-change.ts'
import type { DataFolder } from '../data-folder.ts'
import { type BankFact, compareBanks } from './compare-banks.ts'
import { changedRegions, compareTables, type TableFact } from './compare-tables.ts'
import { type NameOf, sentenceAtLoser, sentenceOf } from './describe-change.ts'

export interface Comparison {
  /** Revisions. */
  from: string
  to: string
  facts: BankFact[]
  tables: TableFact[]
  /** By code, in the order in which they are shown; countries that are gone come last. */
  countries: Map<string, string>
  nameOf: NameOf
  /** One for each bank whose place in the list is another, sorted by id. */
  lists: ListChange[]
  regions: string[]
}

export function compareFolders(older: DataFolder, newer: DataFolder): Comparison {
  const facts = compareBanks(older.banks, newer.banks)
  const nameOf: NameOf = (id) => (newer.banks.get(id) ?? older.banks.get(id))?.name ?? id
  const countries = [...newer.countries, ...older.countries].map(named)
  return {
    from: older.revision,
    to: newer.revision,
    facts,
    tables: compareTables(older, newer),
    // The newer name counts, at the place where it was first.
    countries: new Map([...countries, ...newer.countries.map(named)]),
    nameOf,
    lists: listChanges(older, newer, facts, nameOf),
    regions: changedRegions(older, newer),
  }
}

const named = (country: CountryRecord): [code: string, name: string] => [country.code, displayNameOf(country)]

/** More would be a story; whoever wants it has the diff. */
const sentencesMax = 8

function listChanges(older: DataFolder, newer: DataFolder, facts: BankFact[], nameOf: NameOf): ListChange[] {
  const [rowBefore, rowNow] = [listedIn(older), listedIn(newer)]
  const byBank = Map.groupBy(facts, ({ id }) => id)
  const losses = Map.groupBy(
    facts.filter((fact) => fact.kind === 'code_moved'),
    ({ from }) => from,
  )
  const ids = [...new Set([...older.banks.keys(), ...newer.banks.keys()])].sort()
  return ids.flatMap((id): ListChange[] => {
    const [before, now] = [rowBefore(id), rowNow(id)]
    if (before === now) return []
    const kind = before === undefined ? 'added' : now === undefined ? 'removed' : 'changed'
    const sentences = [
      ...(byBank.get(id) ?? []).map((fact) => sentenceOf(fact, nameOf)),
      ...(losses.get(id) ?? []).map(sentenceAtLoser),
    ]
    const country = ((newer.banks.get(id) ?? older.banks.get(id)) as BankRecord).country
    return [{ id, country, kind, summary: summaryOf(sentences) }]
  })
}

function summaryOf(sentences: string[]): string {
  // The order, level and use of a country's schemes decide what `code` is.
  if (sentences.length === 0) return 'Its `code` is another, because the code schemes of its country changed.'
  const more = sentences.length - sentencesMax
  return [...sentences.slice(0, sentencesMax), ...(more > 0 ? [`And ${more} more changes.`] : [])].join(' ')
}

/** The row of a bank as text, or nothing where it is not listed. */
function listedIn({ countries, banks, schemes }: DataFolder): (id: string) => string | undefined {
  const preferred = new Map(countries.map(({ code, code_schemes }) => [code, code_schemes]))
  return (id) => {
    const bank = banks.get(id)
    if (bank?.status !== 'active' || !listedTypes.includes(bank.type)) return undefined
    return JSON.stringify(toBank(bank, preferred.get(bank.country) ?? [], schemes))
  }
}
