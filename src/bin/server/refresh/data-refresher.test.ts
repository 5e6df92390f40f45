import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { small, writeFolder } from '../../../../test/support/data/small-data.ts'
import { readDataset } from '../../../dataset/dataset.ts'
import { packDirectory } from '../../../directory/storage/packed-directory.ts'
import { startRefresher } from './data-refresher.ts'

/** A refresher that records in `done` when it deletes the cache and when it publishes data. */
function start(t: TestContext, hasBeenRead: boolean) {
  const folder = writeFolder(t, small())
  const done: string[] = []
  const refresher = startRefresher({
    folders: () => ({ folder, overlay: undefined }),
    servedFrom: { folder, overlay: undefined },
    served: packDirectory(readDataset(folder)),
    publish: async () => void done.push('published'),
    cache: { hasBeenRead: () => hasBeenRead, discard: () => void done.push('discarded') },
    triggers: { connect() {}, rewatch() {}, stop() {} },
    onRefused: () => assert.fail('the data is valid'),
    timeoutMs: 60_000,
    log: { debug() {}, info() {}, warn() {}, error() {} } as never,
  })
  t.after(() => refresher.stop())
  return { done, reload: refresher.reload }
}

test('after an error, data from the cache is loaded again, once, and every caller waits for it', async (t) => {
  const { done, reload } = start(t, true)
  await Promise.all([reload(new TypeError('wrong content')), reload(new TypeError('wrong content'))])
  await reload(new TypeError('another'))
  assert.deepEqual(done, ['discarded', 'published'])
})

test('an error that cannot come from the cache leaves the cache and the data', async (t) => {
  const unread = start(t, false)
  await unread.reload(new TypeError('a bug'))
  const read = start(t, true)
  await read.reload(Object.assign(new Error('too many open files'), { syscall: 'open' }))
  assert.deepEqual([...unread.done, ...read.done], [])
})
