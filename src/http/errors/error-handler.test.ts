import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { small, writeFolder } from '../../../test/support/data/small-data.ts'
import { temporaryStore } from '../../../test/support/services/service.ts'
import { readDataset } from '../../dataset/dataset.ts'
import { buildIndexTables } from '../../directory/indexes.ts'
import { createDirectory } from '../../directory/lookups.ts'
import { runToEnd } from '../../directory/run-to-end.ts'
import { packDirectory } from '../../directory/storage/packed-directory.ts'
import { createKeyCache } from '../../keys/key-cache.ts'
import { buildApp } from '../app.ts'

/** Requests a route that fails the first `failures` times. `isReloaded`: whether each failure swaps the data. */
async function requestFailing(t: TestContext, failures: number, isReloaded: boolean) {
  const packed = packDirectory(readDataset(writeFolder(t, small())))
  const tables = runToEnd(buildIndexTables(packed))
  let reloads = 0
  const app = await buildApp({
    directory: createDirectory(packed),
    store: temporaryStore(t),
    keys: createKeyCache(),
    preload: false,
    reload: async () => {
      reloads++
      if (isReloaded) await app.swapSnapshot({ packed, tables })
    },
  })
  t.after(() => app.close())
  let calls = 0
  app.get('/fails', () => {
    if (++calls <= failures) throw new TypeError('always the same')
    return 'repeated'
  })
  const { status, headers } = await fetch(`${await app.listen({ host: '127.0.0.1', port: 0 })}/fails`)
  return { status, code: headers.get('error-code'), calls, reloads }
}

test('a lookup that fails is repeated with the data that was loaded again', async (t) => {
  assert.deepEqual(await requestFailing(t, 1, true), { status: 200, code: null, calls: 2, reloads: 1 })
})

test('a lookup that always fails is repeated once and gets its 500', async (t) => {
  const expected = { status: 500, code: 'internal_error', calls: 2, reloads: 1 }
  assert.deepEqual(await requestFailing(t, Number.POSITIVE_INFINITY, true), expected)
})

test('without new data, a lookup that fails is not repeated', async (t) => {
  assert.deepEqual(await requestFailing(t, 1, false), { status: 500, code: 'internal_error', calls: 1, reloads: 1 })
})
