import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { bank, small, writeFolder } from '../../../test/support/data/small-data.ts'
import { readDataset } from '../../dataset/dataset.ts'
import type { CachedPart, DerivedCache } from '../../directory/derived-cache.ts'
import { buildIndexTables } from '../../directory/indexes.ts'
import { createDirectory } from '../../directory/lookups.ts'
import { runToEnd } from '../../directory/run-to-end.ts'
import { type PackedDirectory, packDirectory } from '../../directory/storage/packed-directory.ts'
import { createMetrics } from '../../metrics/metrics.ts'
import { createScheduler } from '../admission/scheduler.ts'
import { createCurrentSnapshot } from './current-snapshot.ts'

interface RecordingCache extends DerivedCache {
  written: Map<CachedPart, unknown>
}

/** An empty cache that calls `onWrite` when it has recorded a part. */
function createCache(onWrite: (part: CachedPart) => Promise<void> = async () => {}): RecordingCache {
  const written = new Map<CachedPart, unknown>()
  const write = async (part: CachedPart, value: unknown): Promise<void> => {
    written.set(part, value)
    await onWrite(part)
  }
  return {
    written,
    read: async () => undefined,
    write,
    writeIfMissing: async (part, value) => (written.has(part) ? undefined : write(part, value())),
    discard: () => {},
  }
}

function pack(t: TestContext, name: string): PackedDirectory {
  const data = small()
  data.banks.bb = [bank('bb-only', { name })]
  return packDirectory(readDataset(writeFolder(t, data)))
}

const shared = {
  metrics: createMetrics(),
  scheduler: createScheduler(),
  baseUrl: '',
  openApi: async () => '',
  isClosing: () => false,
  log: () => assert.fail('nothing is logged'),
}

test('a swap while parts are stored never stores old data in the cache of the new data', async (t) => {
  const [before, after] = [pack(t, 'Before'), pack(t, 'After')]
  assert.notEqual(before.revision, after.revision)
  const oldCache = createCache((part) => (part === 'lists' ? swapOnce() : Promise.resolve()))
  const stored = Promise.withResolvers<void>()
  const newCache = createCache(async (part) => {
    if (part === 'directory') stored.resolve()
  })
  const snapshot = await createCurrentSnapshot({
    ...shared,
    directory: createDirectory(before),
    cache: oldCache,
  })
  const swapOnce = (): Promise<void> =>
    snapshot.swap({ packed: after, tables: runToEnd(buildIndexTables(after)), cache: newCache })
  await snapshot.finish()
  await stored.promise
  assert.equal(snapshot.get().directory.revision, after.revision)
  assert.equal(oldCache.written.get('directory'), before)
  assert.equal(newCache.written.get('directory'), after)
})

test('without preload, a swap serves the new data, and neither compresses its lists again nor stores anything', async (t) => {
  const [before, after] = [pack(t, 'Before'), pack(t, 'After')]
  const cache = createCache()
  const snapshot = await createCurrentSnapshot({ ...shared, directory: createDirectory(before), preload: false })
  await snapshot.swap({ packed: after, tables: runToEnd(buildIndexTables(after)), cache })
  const { directory, lists } = snapshot.get()
  assert.equal(directory.revision, after.revision)
  assert.deepEqual([lists.areSmall, ...cache.written.keys()], [false])
})
