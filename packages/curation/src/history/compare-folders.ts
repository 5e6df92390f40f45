/** Finds every fact that differs between two versions of the data, and the effect on the service's lists. */
import { type BankRecord, listedTypes } from '../../../../src/directory/records/bank-record.ts'
import { toBank } from '../../../../src/directory/records/bank-view.ts'
import { type CountryRecord, displayNameOf } from '../../../../src/directory/records/country-record.ts'
import type { ListChange } from '../../../../src/directory/records/list-change.ts'
import type { DataFolder } from '../data-folder.ts'
import { type BankFact, compareBanks } from './compare-banks.ts'
import { changedRegions, compareTables, type TableFact } from './compare-tables.ts'
import { lostCodeSentence, type NameOf, sentenceOf } from './describe-change.ts'

export interface Comparison {
  /** The revisions of the older (`from`) and the newer (`to`) data. */
  from: string
  to: string
  facts: BankFact[]
  tables: TableFact[]
  /** Country names by code, in display order. Removed countries come last. */
  countries: Map<string, string>
  nameOf: NameOf
  /** One change for each bank that was added to, removed from or changed in a list, sorted by id. */
  lists: ListChange[]
  regions: string[]
}

export function compareFolders(older: DataFolder, newer: DataFolder): Comparison {
  const facts = compareBanks(older.banks, newer.banks)
  const nameOf: NameOf = (id) => (newer.banks.get(id) ?? older.banks.get(id))?.name ?? id
  const countries = [...newer.countries, ...older.countries].map(codeAndName)
  return {
    from: older.revision,
    to: newer.revision,
    facts,
    tables: compareTables(older, newer),
    // Add the newer names last. A Map keeps a key at its first position but takes its last value, so every country that
    // still exists gets its newer name, and removed countries stay last.
    countries: new Map([...countries, ...newer.countries.map(codeAndName)]),
    nameOf,
    lists: listChanges(older, newer, facts, nameOf),
    regions: changedRegions(older, newer),
  }
}

const codeAndName = (country: CountryRecord): [code: string, name: string] => [country.code, displayNameOf(country)]

/** Maximum number of sentences in a summary, to keep it short; `data diff` shows all changes. */
const sentencesMax = 8

function listChanges(older: DataFolder, newer: DataFolder, facts: BankFact[], nameOf: NameOf): ListChange[] {
  const [rowBefore, rowNow] = [listRowsOf(older), listRowsOf(newer)]
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
      ...(losses.get(id) ?? []).map(lostCodeSentence),
    ]
    const country = ((newer.banks.get(id) ?? older.banks.get(id)) as BankRecord).country
    return [{ id, country, kind, summary: summaryOf(sentences) }]
  })
}

function summaryOf(sentences: string[]): string {
  // The bank itself is unchanged, but its `code` also depends on the order, level and use of the country's code
  // schemes.
  if (sentences.length === 0) return 'Its `code` changed, because the code schemes of its country changed.'
  const more = sentences.length - sentencesMax
  return [...sentences.slice(0, sentencesMax), ...(more > 0 ? [`And ${more} more changes.`] : [])].join(' ')
}

/** Returns a function that renders a bank's row in the list as text, or returns undefined if the bank is not listed. */
function listRowsOf({ countries, banks, schemes }: DataFolder): (id: string) => string | undefined {
  const preferred = new Map(countries.map(({ code, code_schemes }) => [code, code_schemes]))
  return (id) => {
    const bank = banks.get(id)
    if (bank?.status !== 'active' || !listedTypes.includes(bank.type)) return undefined
    return JSON.stringify(toBank(bank, preferred.get(bank.country) ?? [], schemes))
  }
}
