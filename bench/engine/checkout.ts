/** The search engine of a checkout of this repository, so that one process can compare two of them. */
import { pathToFileURL } from 'node:url'
import type { readDataset } from '../../src/dataset/dataset.ts'
import type { createDirectory } from '../../src/directory/directory.ts'
import type { createFinder, Finder, SearchQuery } from '../../src/directory/finder.ts'
import type { buildIndexTables } from '../../src/directory/indexes.ts'
import type { BankRecord } from '../../src/directory/records/bank-record.ts'
import { runToEnd } from '../../src/directory/run-to-end.ts'
import { facetNames } from '../../src/directory/search/search-schema.ts'
import type { WorkBudget } from '../../src/directory/search/work-budget.ts'
import type { createBankTable } from '../../src/directory/storage/bank-table.ts'
import type { packDirectory } from '../../src/directory/storage/packed-directory.ts'

interface Query {
  text: string
  country: string
  limit: number
  offset?: number
  status?: 'any' | 'active'
}

export interface Engine {
  search(query: Query): string[]
  /** Like `search`, and counts the results by all facets. */
  searchAndCount(query: Query): string[]
  /** Counts the steps of all searches. */
  work: WorkBudget
  /** The most prominent first. */
  banks(): BankRecord[]
}

export async function openEngine(checkout: string, dataFolder: string): Promise<Engine> {
  const load = (file: string) => import(pathToFileURL(`${checkout}/src/${file}`).href)
  const dataset: { readDataset: typeof readDataset } = await load('dataset/dataset.ts')
  const storage: { packDirectory: typeof packDirectory } = await load('directory/storage/packed-directory.ts')
  const bankTable: { createBankTable: typeof createBankTable } = await load('directory/storage/bank-table.ts')
  const directories: { createDirectory: typeof createDirectory } = await load('directory/directory.ts')
  const indexes: { buildIndexTables: typeof buildIndexTables } = await load('directory/indexes.ts')
  const finders: { createFinder: typeof createFinder } = await load('directory/finder.ts')
  const budget: { WorkBudget: typeof WorkBudget } = await load('directory/search/work-budget.ts')
  const limits: { stepsMax: number } = await load('directory/search/search-limits.ts')
  const packed = storage.packDirectory(dataset.readDataset(dataFolder))
  const work = new budget.WorkBudget(limits.stepsMax)
  // Older checkouts take the budget itself instead of an object with it.
  const options = Object.assign(work, { work })
  const finder: Finder = finders.createFinder(packed, runToEnd(indexes.buildIndexTables(packed)), options)
  const directory = directories.createDirectory(packed)
  const withCountry = ({ country, ...query }: Query): SearchQuery => ({
    ...query,
    country: country === '' ? undefined : directory.findCountry(country),
  })
  return {
    work,
    search: (query) => finder.search(withCountry(query)),
    searchAndCount: (query) => finder.searchAndCount(withCountry(query), facetNames).page,
    banks: () => {
      const table = bankTable.createBankTable(packed)
      const order = [...finder.prominence.keys()].sort(
        (a, b) => (finder.prominence[b] as number) - (finder.prominence[a] as number) || a - b,
      )
      return order.map(table.recordOf)
    },
  }
}
