/**
 * Loads the code and the indexes for search and resolve on first use. A background task triggers this soon after
 * startup; requests that arrive earlier wait until loading is complete.
 */
import type { DerivedCache } from '../../directory/derived-cache.ts'
import type { IndexTables } from '../../directory/indexes.ts'
import { type Directory, importLookups, type Lookups } from '../../directory/lookups.ts'
import { resultSizes } from '../../directory/resolve/resolve-schema.ts'
import { facetNames } from '../../directory/search/search-schema.ts'
import type { SearchQuery } from '../../directory/searcher.ts'
import type { PackedDirectory } from '../../directory/storage/packed-directory.ts'
import { createScheduler, type Scheduler } from '../admission/scheduler.ts'

/** Returns the lookups, or a promise of them until the indexes are loaded. The first call loads them. */
export type LazyLookups = () => Lookups | Promise<Lookups>

export interface LazyLookupsOptions {
  directory: Directory
  scheduler?: Scheduler
  /** The tables of the indexes, if they are already built. */
  tables?: IndexTables | undefined
  cache?: DerivedCache | undefined
  /** Whether to run lookups right after loading, so that clients' first ones are fast. Default: true. */
  warmsUp?: boolean | undefined
  /** Called if the cache cannot be written; the next process then has to build the indexes again. */
  onCacheWriteError(error: unknown): void
}

export const createLazyLookups = ({
  directory,
  scheduler = createScheduler(),
  tables: built,
  cache,
  warmsUp = true,
  onCacheWriteError,
}: LazyLookupsOptions): LazyLookups =>
  lazy(async () => {
    const known = built ?? (await cache?.read<IndexTables>('indexes'))
    await importLookups()
    const tables = known ?? (await buildTables(directory.packed, scheduler))
    const lookups = directory.withIndexes(tables)
    lookups.prepare()
    if (!known) cache?.write('indexes', tables).catch(onCacheWriteError)
    // A failure is not handled here: the first search of a client fails in the same way, and its error is logged.
    if (warmsUp) warmUp(lookups, scheduler).catch(() => {})
    return lookups
  })

/**
 * Returns a function that runs `load` on the first call. Until it is done, every call returns the same promise; after
 * that, the value itself.
 */
export function lazy<Value>(load: () => Promise<Value>): () => Value | Promise<Value> {
  let loaded: Value | Promise<Value> | undefined
  const start = async (): Promise<Value> => {
    const value = await load()
    loaded = value
    return value
  }
  return () => {
    loaded ??= start()
    return loaded
  }
}

async function buildTables(packed: PackedDirectory, scheduler: Scheduler): Promise<IndexTables> {
  const { buildIndexTables } = await import('../../directory/indexes.ts')
  return scheduler.runSteps('indexes', buildIndexTables(packed))
}

/** Together, these queries run most of the search code: typos, joined and abbreviated words, city names, codes. */
const warmUpQueries = [
  'first natinal bank of omaha',
  'comerzbnk frankfurt',
  'univrsal merchent bank',
  'bankofamerica n a',
  'sparkase muenchen stadt',
  'u b a',
  '021000021',
  'sufvbcembevh srdxrpnhtizqymobb man bthell rhein national cr',
]
/** A code that many banks share, a BIC and an IBAN. */
const warmUpIdentifiers = ['7072', 'COBADEFF', 'DE89370400440532013000']
const warmUpFilters: readonly Partial<SearchQuery>[] = [{}, { status: 'active', facets: facetNames }, {}]

/**
 * Runs lookups several times, so that V8 compiles their code. Before that, a search takes ten times as long.
 */
async function warmUp({ search, resolve }: Lookups, scheduler: Scheduler): Promise<void> {
  for (const filter of warmUpFilters) {
    for (const text of warmUpQueries) {
      await scheduler.runUninterrupted('warm-up', search({ text, limit: 50, ...filter }))
    }
    for (const identifier of warmUpIdentifiers) {
      await scheduler.run('warm-up', () => resolve(identifier, undefined, resultSizes.batch))
    }
  }
}
