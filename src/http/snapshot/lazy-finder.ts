/**
 * Loads the code and the indexes for search and resolve on first use. A background task triggers this soon after
 * startup; requests that arrive earlier wait until loading is complete.
 */
import type { DerivedCache } from '../../directory/derived-cache.ts'
import type { Directory } from '../../directory/directory.ts'
import type { Finder } from '../../directory/finder.ts'
import type { IndexTables } from '../../directory/indexes.ts'
import type { PackedDirectory } from '../../directory/storage/packed-directory.ts'
import { createScheduler, type Scheduler } from '../admission/scheduler.ts'
import { lazy } from '../lazy.ts'

/** Returns the finder, or a promise of it until it is loaded. The first call loads it. */
export type LazyFinder = () => Finder | Promise<Finder>

export interface LazyFinderOptions {
  directory: Directory
  scheduler?: Scheduler
  /** The tables of the indexes, if they are already built. */
  tables?: IndexTables | undefined
  cache?: DerivedCache | undefined
  /** Whether to run searches right after loading, so that the first ones of clients are fast. Default: true. */
  warmsUp?: boolean | undefined
  /** Called if the cache cannot be written; the next process then has to build the indexes again. */
  onCacheWriteError(error: unknown): void
}

export const createLazyFinder = ({
  directory: { packed, branches },
  scheduler = createScheduler(),
  tables: built,
  cache,
  warmsUp = true,
  onCacheWriteError,
}: LazyFinderOptions): LazyFinder =>
  lazy(async () => {
    const known = built ?? (await cache?.read<IndexTables>('indexes'))
    // Import these modules on first use: loading search and all identifier formats at startup would delay the first
    // list response.
    const { createFinder } = await import('../../directory/finder.ts')
    const tables = known ?? (await buildTables(packed, scheduler))
    const finder = createFinder(packed, tables, { branches })
    if (!known) cache?.write('indexes', tables).catch(onCacheWriteError)
    // A failure is not handled here: the first search of a client fails in the same way, and its error is logged.
    if (warmsUp) warmUp(finder, scheduler).catch(() => {})
    return finder
  })

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
const warmUpRounds = 3

/**
 * Runs the queries several times, so that V8 compiles the search code. Before that, a search takes ten times as long.
 */
async function warmUp(finder: Finder, scheduler: Scheduler): Promise<void> {
  for (let round = 0; round < warmUpRounds; round++) {
    for (const text of warmUpQueries) {
      await scheduler.runUninterrupted('warm-up', finder.searchInSteps({ text, limit: 50 }))
    }
  }
}
