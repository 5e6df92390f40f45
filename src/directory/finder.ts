/** Search, identifier resolution and account checks, using the directory's indexes. */
import { type Branches, createBranches } from './branches/branches.ts'
import { createIdentifierLookups, type IdentifierLookups } from './identifier-lookups.ts'
import { createIndexes, type IndexTables } from './indexes.ts'
import { createSearcher, type Searcher } from './searcher.ts'
import type { PackedDirectory } from './storage/packed-directory.ts'

export type { SearchQuery } from './searcher.ts'

export interface Finder extends Searcher, IdentifierLookups {}

export interface FinderOptions {
  /** By default, branch codes are not looked up. */
  branches?: Branches
  /** Limits and counts the steps of each search. Tests pass their own to read the count. */
  work?: Parameters<typeof createSearcher>[2]
}

export function createFinder(
  packed: PackedDirectory,
  tables: IndexTables,
  { branches = createBranches(packed), work }: FinderOptions = {},
): Finder {
  const indexes = createIndexes(packed, tables)
  return { ...createSearcher(packed, indexes, work), ...createIdentifierLookups(packed, indexes, branches) }
}
