import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runSearch } from '../../../test/support/data/run-search.ts'
import { bank, small } from '../../../test/support/data/small-data.ts'
import { createSmallDirectory } from '../../../test/support/data/small-directory.ts'
import type { DerivedCache } from '../../directory/derived-cache.ts'
import { buildIndexTables, type IndexTables } from '../../directory/indexes.ts'
import { runToEnd } from '../../directory/run-to-end.ts'
import { createLazyLookups } from './lazy-lookups.ts'

const data = small()
data.banks.bb = [bank('bb-harbour', { name: 'Harbour Bank' })]
const directory = createSmallDirectory(data)
const query = { text: 'harbor', limit: 1 }

/** A cache that holds `cached` and records what is written. */
function createCache(cached: IndexTables | undefined): DerivedCache & { written: unknown[] } {
  const written: unknown[] = []
  return {
    written,
    read: async <Value>() => cached as Value | undefined,
    writeIfMissing: async () => assert.fail('not called'),
    discard: () => assert.fail('not called'),
    write: async (_, tables) => void written.push(tables),
  }
}

const neverFails = (error: unknown): void => assert.fail(String(error))

test('indexes are built once and written to the cache', async () => {
  const cache = createCache(undefined)
  const loadLookups = createLazyLookups({ directory, cache, onCacheWriteError: neverFails })
  const [first, second] = await Promise.all([loadLookups(), loadLookups()])
  assert.equal(first, second)
  assert.equal(runSearch(first, query).banks[0]?.id, 'bb-harbour')
  assert.equal(cache.written.length, 1)
})

test('cached indexes are used unchanged', async () => {
  const tables = runToEnd(buildIndexTables(directory.packed))
  const cache = createCache(tables)
  const lookups = await createLazyLookups({ directory, cache, onCacheWriteError: neverFails })()
  assert.equal(runSearch(lookups, query).banks[0]?.id, 'bb-harbour')
  assert.equal(cache.written.length, 0)
  // Empty tables find nothing, which shows that the indexes were not built again.
  const none = { ...tables.search, wordNames: new Uint32Array(0), wordStarts: tables.search.wordStarts.map(() => 0) }
  const empty = await createLazyLookups({
    directory,
    cache: createCache({ ...tables, search: none }),
    onCacheWriteError: neverFails,
  })()
  assert.deepEqual(runSearch(empty, query).banks, [])
})

test('a cache that cannot be written is reported, and search works', async () => {
  const reported = Promise.withResolvers<unknown>()
  const cache = {
    ...createCache(undefined),
    write: async (): Promise<void> => {
      throw new Error('read-only')
    },
  }
  const lookups = await createLazyLookups({ directory, cache, onCacheWriteError: reported.resolve })()
  assert.equal(runSearch(lookups, query).banks[0]?.id, 'bb-harbour')
  assert.match(String(await reported.promise), /read-only/)
})
