/** FIFOs in the place of data files and cache files: opening one blocks until another process writes to it. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, constants, existsSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createBackgroundLoader } from '../../src/dataset/load/background-loader.ts'
import { small, writeFolder } from '../support/data/small-data.ts'
import { temporaryFolder } from '../support/services/processes.ts'
import { waitUntil } from '../support/wait-until.ts'

/** A worker thread that opens its overlay and never gets further. */
const blockedThread = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { readFileSync } from 'node:fs'
    import { workerData } from 'node:worker_threads'
    readFileSync(workerData.overlay)
  `)}`,
)

/**
 * Returns the value or the error of an expression about `module`, the module at this path in `src/`. Reading a FIFO blocks in open(2), which no
 * timeout of the test runner can interrupt, so another process reads it.
 */
function printed(path: string, expression: string): string {
  const url = JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href)
  const script = `import * as module from ${url}
    try { console.log(${expression}) } catch (error) { console.log(error.message) }`
  return String(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { timeout: 20_000 }))
}

test('a FIFO is rejected without being opened', (t) => {
  const folder = writeFolder(t, small())
  rmSync(join(folder, 'banks/bb.jsonl'))
  execFileSync('mkfifo', [join(folder, 'banks/bb.jsonl')])
  const output = printed('dataset/dataset.ts', `module.readDataset(${JSON.stringify(folder)})`)
  assert.equal(output, 'banks/bb.jsonl: is a FIFO; only regular files are read\n')
})

test('a FIFO in the startup cache counts as no file, and is deleted', (t) => {
  const fifo = join(temporaryFolder(t), 'indexes-aa-bb')
  execFileSync('mkfifo', [fifo])
  assert.equal(printed('dataset/cache/cache-file.ts', `module.readCacheFile(${JSON.stringify(fifo)})`), 'undefined\n')
  assert.equal(existsSync(fifo), false)
})

test('loads that block in a system call time out too, and only a few are started', async (t) => {
  const folder = writeFolder(t, small())
  const fifo = join(temporaryFolder(t), 'fifo')
  execFileSync('mkfifo', [fifo])
  const loader = createBackgroundLoader({ timeoutMs: 5_000, entry: blockedThread })
  try {
    const blocked = Array.from({ length: 3 }, () => loader.load({ folder, overlay: fifo }))
    await Promise.all(blocked.map((load) => assert.rejects(load, /timed out after 5 s/)))
    await assert.rejects(loader.load({ folder }), /3 earlier data loads are blocked in a system call; restart/)
    assert.equal(await loader.stop(), false)
  } finally {
    // Opening the FIFO for writing unblocks the threads; otherwise the test process could not exit.
    closeSync(openSync(fifo, constants.O_RDWR))
  }
  await waitUntil('the threads have ended', loader.stop)
})
