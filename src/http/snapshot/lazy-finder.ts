/** Search and resolving are made ready once the lists are served, in steps; whoever asks earlier waits for them. */
import type { Directory } from '../../directory/directory.ts'
import type { Finder } from '../../directory/finder.ts'
import type { IndexCache, IndexTables } from '../../directory/indexes.ts'
import { createScheduler, type Scheduler } from '../admission/scheduler.ts'

/** Begins at the first call. */
export type LazyFinder = () => Promise<Finder>

export interface LazyFinderOptions {
  directory: Directory
  scheduler?: Scheduler
  shelf?: IndexCache | undefined
  /** Told why indexes could not be kept: the next process has to make them again. */
  onNotKept(error: unknown): void
}

export function createLazyFinder({
  directory: { packed },
  scheduler = createScheduler(),
  shelf,
  onNotKept,
}: LazyFinderOptions): LazyFinder {
  let ready: Promise<Finder> | undefined
  const makeTables = async (): Promise<IndexTables> => {
    const { buildIndexTables } = await import('../../directory/indexes.ts')
    return scheduler.runSteps('indexes', buildIndexTables(packed))
  }
  const make = async (): Promise<Finder> => {
    const kept = await shelf?.read()
    // Only now: the modules of search and of all identifiers would delay the first list.
    const { createFinder } = await import('../../directory/finder.ts')
    const tables = kept ?? (await makeTables())
    const finder = createFinder(packed, tables)
    if (!kept) shelf?.write(tables).catch(onNotKept)
    void scheduler.runSteps('warm-up', warmUp(finder))
    return finder
  }
  return () => {
    ready ??= make()
    return ready
  }
}

/** Queries that between them run most of the code of search: misspelt, joined and shortened words, places, codes. */
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

/** The first searches after a start take ten times as long as later ones, until their code is compiled. */
function* warmUp(finder: Finder): Generator<void, void> {
  for (let round = 0; round < warmUpRounds; round++) {
    for (const text of warmUpQueries) {
      finder.search({ text, limit: 50 })
      yield
    }
  }
}
