/** A search over a handful of invented banks, so that a data release cannot break a test of the code. */

import type { TestContext } from 'node:test'
import { readDataset } from '../../../src/dataset/dataset.ts'
import { buildIndexTables, createIndexes, type Indexes } from '../../../src/directory/indexes.ts'
import { createDirectory, type Lookups } from '../../../src/directory/lookups.ts'
import { runToEnd } from '../../../src/directory/run-to-end.ts'
import { createPlaces, type Places } from '../../../src/directory/search/query/places.ts'
import { createSearch, type Search, type SearchSettings } from '../../../src/directory/search/search.ts'
import { createPenalties } from '../../../src/directory/search/search-results.ts'
import type { SearchQuery } from '../../../src/directory/searcher.ts'
import { packDirectory } from '../../../src/directory/storage/packed-directory.ts'
import { runSearch } from './run-search.ts'
import { bank, country, type Row, small, writeFolder } from './small-data.ts'

export interface SmallSearch {
  indexes: Indexes
  places: Places
  lookups: Lookups
  search: Search
  /** Options of a search over all banks. */
  options: { ranges: undefined; isIncluded: () => boolean; penalties: Float64Array }
  numberOf(id: string): number
  idOf(bank: number): string
  /** The ids of the banks that a search finds. */
  ids(text: string, query?: Partial<SearchQuery>): string[]
}

/** Atlantia has a state and a city, Borealis has neither. Each bank is its name, or its fields, by id. */
export function createSmallSearch(
  t: TestContext,
  banks: Record<string, string | Row>,
  settings: SearchSettings = {},
  rails: Row[] = [],
): SmallSearch {
  const data = { ...small(), rails }
  data.countries = [
    country('AA', {
      name: 'Atlantia',
      code_schemes: ['aa_code'],
      regions: { NL: 'Northland' },
      cities: { Harbourton: ['Hafenstadt'] },
    }),
    country('BB', { name: 'Borealis' }),
  ]
  const records = Object.entries(banks)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, fields]) => bank(id, typeof fields === 'string' ? { name: fields } : fields))
  data.banks = Object.fromEntries(
    ['aa', 'bb'].map((code) => [code, records.filter(({ id }) => String(id).startsWith(code))]),
  )
  const packed = packDirectory(readDataset(writeFolder(t, data)))
  const tables = runToEnd(buildIndexTables(packed))
  const indexes = createIndexes(packed, tables)
  const places = createPlaces(packed.countries, indexes.banks.ranges)
  const lookups = createDirectory(packed).withIndexes(tables, settings.work)
  const idIn = (row: string): string => (JSON.parse(row) as { id: string }).id
  return {
    indexes,
    places,
    lookups,
    search: createSearch(indexes.search, places, settings),
    options: { ranges: undefined, isIncluded: () => true, penalties: createPenalties(indexes.banks) },
    numberOf: (id) => indexes.banks.numberOf(id) as number,
    idOf: (number) => idIn(indexes.banks.rowOf(number)),
    ids: (text, query) => runSearch(lookups, { text, limit: 10, ...query }).banks.map(({ id }) => id),
  }
}
