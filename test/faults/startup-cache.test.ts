/** A startup cache that a crash, a full disk or another program damaged: the next start works, and writes it again. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { cacheDir } from '../../src/bin/paths.ts'
import { createStartupCache } from '../../src/dataset/cache/startup-cache.ts'
import { digestFolders } from '../../src/dataset/data-files.ts'
import { readDataset } from '../../src/dataset/dataset.ts'
import { type CachedPart, cachedParts } from '../../src/directory/derived-cache.ts'
import { buildIndexTables, type IndexTables } from '../../src/directory/indexes.ts'
import { runToEnd } from '../../src/directory/run-to-end.ts'
import { type PackedDirectory, packDirectory } from '../../src/directory/storage/packed-directory.ts'
import { bank, small, writeFolder } from '../support/data/small-data.ts'
import { killSteps } from '../support/services/kill-at-write.ts'
import { startListening, temporaryFolder } from '../support/services/processes.ts'
import { startWithCache } from '../support/services/start-with-cache.ts'
import { waitUntil } from '../support/wait-until.ts'

const fileOf = (name: string): string => fileURLToPath(new URL(`../support/services/${name}`, import.meta.url))
const program = fileOf('start-with-cache.ts')

/** A data folder of its own, so that no other test has its cache. */
function writeOwnFolder(t: TestContext): string {
  const data = small()
  data.banks.bb = [bank('bb-harbour', { name: 'Harbour Bank', notes: [randomUUID()] })]
  return writeFolder(t, data)
}

const run = (parameters: string[], env: Record<string, string> = {}) =>
  new Promise<{ signal: string | undefined; output: string }>((resolve) => {
    const [command = '', ...others] = parameters
    execFile(command, others, { env: { PATH: process.env.PATH, ...env } }, (error, stdout, stderr) =>
      resolve({ signal: error?.signal ?? undefined, output: `${stdout}${stderr}` }),
    )
  })

const partOf = (name: string): string => name.split('-', 1)[0] as string
const temporaryFiles = (folder: string): string[] => readdirSync(folder).filter((name) => name.includes('.'))

for (const part of cachedParts) {
  test(`a process that is killed at any step of writing the ${part}: the next start works`, async (t) => {
    const folder = writeOwnFolder(t)
    for (const step of killSteps) {
      const cacheFolder = temporaryFolder(t)
      const kill = { KILL_STEP: step, KILL_PART: part }
      const { signal, output } = await run(
        [process.execPath, '--import', fileOf('kill-at-write.ts'), program, folder, cacheFolder, 'harbour'],
        kill,
      )
      assert.equal(signal, 'SIGKILL', output)
      const left = temporaryFiles(cacheFolder)
      assert.equal(left.map(partOf).includes(part), step !== 'renamed', step)
      assert.deepEqual(await startWithCache(folder, cacheFolder, 'harbour', assert.fail), ['bb-harbour'], step)
      // The file is left, because another process could still be writing it. A start an hour later deletes it.
      for (const name of left) utimesSync(join(cacheFolder, name), 1, 1)
      assert.deepEqual(await startWithCache(folder, cacheFolder, 'harbour', assert.fail), ['bb-harbour'], step)
      assert.deepEqual(readdirSync(cacheFolder).map(partOf).sort(), [...cachedParts], step)
      assert.deepEqual(temporaryFiles(cacheFolder), [], step)
    }
  })
}

test('on a full disk, the service works without the cache, says so, and leaves no partial file', async (t) => {
  const folder = writeOwnFolder(t)
  const cacheFolder = temporaryFolder(t)
  // Simulates a full disk: no file may grow beyond 1 KiB.
  const onSmallDisk = ['sh', '-c', `trap '' XFSZ; ulimit -f 2; exec "$@"`, 'sh']
  const { output } = await run([...onSmallDisk, process.execPath, program, folder, cacheFolder, 'harbour'])
  assert.match(output, /cannot write the startup cache; the next start takes longer .*EFBIG/)
  assert.match(output, /\["bb-harbour"\]\n$/)
  for (const part of readdirSync(cacheFolder).map(partOf)) assert.equal(part, 'lists')
})

/** What a program could store with the right checksum. Some of it fails only when a request uses it. */
const wrongValues = (packed: PackedDirectory, tables: IndexTables): [CachedPart, unknown][] => [
  ['directory', 7],
  ['directory', {}],
  ['directory', { ...packed, sources: undefined }],
  ['lists', {}],
  ['indexes', {}],
  ['indexes', { ...tables, search: { ...tables.search, searchProminence: undefined } }],
]

test('a file with the right checksum and wrong content is deleted, and every request gets its response', async (t) => {
  const folder = writeOwnFolder(t)
  const packed = packDirectory(readDataset(folder))
  const tables = runToEnd(buildIndexTables(packed))
  const cache = createStartupCache(cacheDir, digestFolders({ folder }))
  t.after(cache.discard)
  const settings = { DATA_DIR: folder, DATABASE_URL: `sqlite:${join(temporaryFolder(t), 'store.sqlite')}` }
  for (const [part, value] of wrongValues(packed, tables)) {
    cache.discard()
    await cache.write(part, value)
    const { url, child, ended, stderr } = await startListening(t, settings)
    const paths = ['/v1/search?q=harbour', '/v1/banks?country=bb', '/v1/banks/bb-harbour']
    // At the same time, because all of them may have to wait until the data is derived again.
    const responses = await Promise.all(paths.map((path) => fetch(`${url}${path}`)))
    for (const response of responses) assert.equal(response.status, 200, `${part} ${response.url} ${stderr()}`)
    assert.notDeepEqual(await cache.read(part), value)
    child.kill()
    await ended
  }
})

test('ten starts at once with the same data, cache and store: all of them respond, and they store one cache', async (t) => {
  const folder = writeOwnFolder(t)
  const digest = digestFolders({ folder })
  const cache = createStartupCache(cacheDir, digest)
  t.after(cache.discard)
  const settings = { DATA_DIR: folder, DATABASE_URL: `sqlite:${join(temporaryFolder(t), 'store.sqlite')}` }
  const started = await Promise.all(Array.from({ length: 10 }, () => startListening(t, settings)))
  const paths = ['/v1/banks?country=bb', '/v1/search?q=harbour']
  const responses = started.flatMap(({ url }) => paths.map((path) => fetch(`${url}${path}`)))
  for (const response of await Promise.all(responses)) assert.equal(response.status, 200, response.url)
  assert.equal(started.filter(({ stdout }) => stdout().includes('blk_demo_')).length, 1)
  // Each process writes a temporary file in the background and renames it.
  const names = (): string[] => readdirSync(cacheDir).filter((name) => name.includes(digest))
  await waitUntil('the cache is stored once', () => names().map(partOf).join() === 'indexes')
  for (const { child } of started) child.kill()
  assert.deepEqual(await Promise.all(started.map(({ ended }) => ended)), Array(10).fill(0))
  assert.notEqual(await cache.read('indexes'), undefined)
})
