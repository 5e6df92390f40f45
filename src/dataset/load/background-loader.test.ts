import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { bank, small, writeFolder } from '../../../test/support/data/small-data.ts'
import { deadlineMs, waitUntil } from '../../../test/support/wait-until.ts'
import { buildIndexTables } from '../../directory/indexes.ts'
import { runToEnd } from '../../directory/run-to-end.ts'
import { packDirectory } from '../../directory/storage/packed-directory.ts'
import { programDigest } from '../cache/program-digest.ts'
import { readDataset } from '../dataset.ts'
import { DatasetError } from '../dataset-error.ts'
import { createBackgroundLoader, LoadTimeout } from './background-loader.ts'

test('the worker thread loads the same data as this thread', async (t) => {
  const folder = writeFolder(t, small())
  const packed = packDirectory(readDataset(folder))
  const loaded = await createBackgroundLoader().load({ folder })
  assert.deepEqual(loaded.packed, packed)
  assert.deepEqual(loaded.tables, runToEnd(buildIndexTables(packed)))
  assert.equal(loaded.program, programDigest())
})

test('invalid data is rejected with its location', async (t) => {
  const folder = writeFolder(t, small())
  writeFileSync(join(folder, 'banks/bb.jsonl'), `${JSON.stringify(bank('bb-only', { type: 'shop' }))}\n`)
  await assert.rejects(createBackgroundLoader().load({ folder }), (error) => {
    assert.ok(error instanceof DatasetError)
    assert.match(error.message, /^banks\/bb\.jsonl:1: type is "shop"/)
    return true
  })
})

test('a load fails if the program on disk was replaced', async (t) => {
  const folder = writeFolder(t, small())
  await assert.rejects(
    createBackgroundLoader().load({ folder }, 'another'),
    /The program on disk has changed; restart the service/,
  )
})

/** Loads as usual, unless `overlay` is `loop`: then it creates the file `looping`, and hangs. */
const hangingThread = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { writeFileSync } from 'node:fs'
    import { workerData } from 'node:worker_threads'
    const { folder, overlay } = workerData
    if (overlay === 'loop') {
      writeFileSync(folder + '/looping', '')
      for (;;);
    }
    await import(${JSON.stringify(new URL('./load-thread.ts', import.meta.url).href)})
  `)}`,
)

test('a load that times out is terminated, and the next one works', async (t) => {
  const folder = writeFolder(t, small())
  const loader = createBackgroundLoader({ timeoutMs: deadlineMs, entry: hangingThread })
  // Hold the timer of the first load, to let it expire as soon as the load loops.
  const setTimer = t.mock.method(globalThis, 'setTimeout', () => undefined, { times: 1 })
  const ended = assert.rejects(loader.load({ folder, overlay: 'loop' }), LoadTimeout)
  await waitUntil('the load loops', () => existsSync(join(folder, 'looping')))
  const [call] = setTimer.mock.calls as unknown as { arguments: [expire: () => void, ms: number] }[]
  assert.equal(call?.arguments[1], deadlineMs)
  call.arguments[0]()
  await ended
  assert.equal((await loader.load({ folder })).packed.revision, readDataset(folder).revision)
  assert.equal(await loader.stop(), true)
})

test('stopping terminates a load in an endless loop', async (t) => {
  const loader = createBackgroundLoader({ entry: hangingThread })
  const ended = assert.rejects(loader.load({ folder: writeFolder(t, small()), overlay: 'loop' }), /exited with code/)
  assert.equal(await loader.stop(), true)
  await ended
})
