/** The search engine of a checkout of this repository, so that one process can compare two of them. */
import { pathToFileURL } from 'node:url'
import type { readDataset } from '../../src/dataset/dataset.ts'
import type { createCountryFinder } from '../../src/directory/country-finder.ts'
import type { buildIndexTables, createIndexes } from '../../src/directory/indexes.ts'
import type { BankRecord } from '../../src/directory/records/bank-record.ts'
import { runToEnd } from '../../src/directory/run-to-end.ts'
import type { WorkBudget } from '../../src/directory/search/search-limits.ts'
import { facetNames } from '../../src/directory/search/search-schema.ts'
import type { createSearcher, SearchQuery } from '../../src/directory/searcher.ts'
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

/** Earlier checkouts return the rows of the page. */
interface EarlierSearcher {
  searchInSteps?(query: SearchQuery): Generator<void, string[]>
  searchAndCount?(query: SearchQuery, facets: typeof facetNames): { page: string[] }
}

export async function openEngine(checkout: string, dataFolder: string): Promise<Engine> {
  const load = (file: string) => import(pathToFileURL(`${checkout}/src/${file}`).href)
  const dataset: { readDataset: typeof readDataset } = await load('dataset/dataset.ts')
  const storage: { packDirectory: typeof packDirectory } = await load('directory/storage/packed-directory.ts')
  const bankTable: { createBankTable: typeof createBankTable } = await load('directory/storage/bank-table.ts')
  const countries: { createCountryFinder: typeof createCountryFinder } = await load('directory/country-finder.ts')
  const indexes: { buildIndexTables: typeof buildIndexTables; createIndexes: typeof createIndexes } =
    await load('directory/indexes.ts')
  const searchers: { createSearcher: typeof createSearcher } = await load('directory/searcher.ts')
  const limits: { stepsMax: number; WorkBudget?: typeof WorkBudget } = await load('directory/search/search-limits.ts')
  // An earlier commit has the class in a file of its own.
  const budget: { WorkBudget: typeof WorkBudget } = limits.WorkBudget
    ? { WorkBudget: limits.WorkBudget }
    : await load('directory/search/work-budget.ts')
  const packed = storage.packDirectory(dataset.readDataset(dataFolder))
  const work = new budget.WorkBudget(limits.stepsMax)
  const tables = runToEnd(indexes.buildIndexTables(packed))
  const searcher = searchers.createSearcher(packed, indexes.createIndexes(packed, tables), work)
  const { searchInSteps, searchAndCount }: EarlierSearcher = searcher as EarlierSearcher
  const { find } = countries.createCountryFinder(packed.supported, packed.countries)
  const withCountry = ({ country, ...query }: Query): SearchQuery => ({
    ...query,
    country: country === '' ? undefined : find(country),
  })
  const rowsOf = (query: SearchQuery): string[] => {
    const json = runToEnd(searcher.search(query))
    return [json.slice(json.indexOf('"banks":[') + '"banks":['.length, -2)]
  }
  return {
    work,
    search: (query) => (searchInSteps ? runToEnd(searchInSteps(withCountry(query))) : rowsOf(withCountry(query))),
    searchAndCount: (query) =>
      searchAndCount
        ? searchAndCount(withCountry(query), facetNames).page
        : rowsOf({ ...withCountry(query), facets: facetNames }),
    banks: () => {
      const table = bankTable.createBankTable(packed)
      const { prominence } = tables.search
      const order = [...prominence.keys()].sort(
        (a, b) => (prominence[b] as number) - (prominence[a] as number) || a - b,
      )
      return order.map(table.recordOf)
    },
  }
}
