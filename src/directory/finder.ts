/** Search, identifier resolution and account checks, using the directory's indexes. */
import { createIdentifierLookups, type IdentifierLookups } from './identifier-lookups.ts'
import { createIndexes, type IndexTables } from './indexes.ts'
import { createSearcher, type Searcher } from './searcher.ts'
import type { PackedDirectory } from './storage/packed-directory.ts'

export type { SearchQuery } from './searcher.ts'

export interface Finder extends Searcher, IdentifierLookups {}

/** `work` limits and counts the steps of each search. Tests pass their own `WorkBudget` to read the count. */
export function createFinder(
  packed: PackedDirectory,
  tables: IndexTables,
  work?: Parameters<typeof createSearcher>[2],
): Finder {
  const indexes = createIndexes(packed, tables)
  return { ...createSearcher(packed, indexes, work), ...createIdentifierLookups(packed, indexes) }
}
