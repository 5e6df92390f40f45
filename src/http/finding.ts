/** Search and resolving are made ready once the lists are served, in steps; whoever asks earlier waits for them. */
import type { Directory } from '../directory/directory.ts'
import type { Finder } from '../directory/finder.ts'
import type { IndexShelf } from '../directory/indexes.ts'
import { createScheduler, type Scheduler } from './scheduler.ts'

/** Begins at the first call. */
export type Finding = () => Promise<Finder>

export interface FindingOptions {
  directory: Directory
  scheduler?: Scheduler
  shelf?: IndexShelf | undefined
  /** Told why indexes could not be kept: the next process has to make them again. */
  onNotKept(error: unknown): void
}

export function prepareFinding({
  directory: { packed },
  scheduler = createScheduler(),
  shelf,
  onNotKept,
}: FindingOptions): Finding {
  let ready: Promise<Finder> | undefined
  const make = async (): Promise<Finder> => {
    const kept = await shelf?.read()
    // Only now: the modules of search and of all identifiers would delay the first list.
    const { openFinder } = await import('../directory/finder.ts')
    if (kept) return openFinder(packed, kept)
    const { makeIndexTables } = await import('../directory/indexes.ts')
    const tables = await scheduler.runSteps('indexes', makeIndexTables(packed))
    const finder = openFinder(packed, tables)
    shelf?.write(tables).catch(onNotKept)
    return finder
  }
  return () => {
    ready ??= make()
    return ready
  }
}
