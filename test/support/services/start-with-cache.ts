/** Starts the part of the service that uses the startup cache, with a cache folder of the test. */
import { loadDirectory } from '../../../src/dataset/load/load-directory.ts'
import type { DerivedCache } from '../../../src/directory/derived-cache.ts'
import { createDirectory } from '../../../src/directory/lookups.ts'
import { createScheduler } from '../../../src/http/admission/scheduler.ts'
import { createCurrentSnapshot } from '../../../src/http/snapshot/current-snapshot.ts'
import { createMetrics } from '../../../src/metrics/metrics.ts'
import { runSearch } from '../data/run-search.ts'

/** Loads everything, fills the cache, and resolves to the ids that a search finds. `log` gets the warnings. */
export async function startWithCache(
  folder: string,
  cacheFolder: string,
  text: string,
  log: (message: string) => void = console.log,
): Promise<string[]> {
  const { packed, cache } = await loadDirectory({ folder }, cacheFolder)
  const writes: Promise<void>[] = []
  const write: DerivedCache['write'] = (...parameters) => {
    const written = cache.write(...parameters)
    writes.push(written)
    return written
  }
  const snapshot = await createCurrentSnapshot({
    directory: createDirectory(packed),
    cache: { ...cache, write },
    metrics: createMetrics(),
    scheduler: createScheduler(),
    baseUrl: '',
    openApi: async () => '',
    isClosing: () => false,
    log: () => ({ warn: (line: object, message: string) => log(`${message} ${JSON.stringify(line)}`) }) as never,
  })
  const lookups = await snapshot.get().loadLookups()
  await snapshot.finish()
  // The indexes are written in the background.
  await Promise.allSettled(writes)
  return runSearch(lookups, { text, limit: 10 }).banks.map(({ id }) => id)
}

if (import.meta.main) {
  const [, , folder = '', cacheFolder = '', text = ''] = process.argv
  console.log(JSON.stringify(await startWithCache(folder, cacheFolder, text)))
}
