import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { bank, small, writeFolder } from '../../../test/support/data/small-data.ts'
import { temporaryFolder } from '../../../test/support/services/processes.ts'
import { packDirectory } from '../../directory/storage/packed-directory.ts'
import { digestFolders, digestOf, readDataFiles } from '../data-files.ts'
import { readDataset } from '../dataset.ts'
import { loadDirectory } from './load-directory.ts'

/** Loads the folder and fills the cache, as a service does. */
async function start(folder: string, cacheFolder: string, overlay?: string) {
  const { packed, cache } = await loadDirectory({ folder, overlay }, cacheFolder)
  await cache.write('directory', packed)
  return packed
}

function folders(t: TestContext): { folder: string; cacheFolder: string } {
  return { folder: writeFolder(t, small()), cacheFolder: temporaryFolder(t) }
}

test('the directory from the cache is equal to the one from the data files', async (t) => {
  const { folder, cacheFolder } = folders(t)
  const first = await start(folder, cacheFolder)
  assert.deepEqual(first, packDirectory(readDataset(folder)))
  const second = await start(folder, cacheFolder)
  assert.notEqual(second, first)
  assert.deepEqual(second, first)
})

test('invalid data is rejected, and nothing of it is cached', async (t) => {
  const { folder, cacheFolder } = folders(t)
  writeFileSync(join(folder, 'banks/bb.jsonl'), 'not JSON\n')
  await assert.rejects(start(folder, cacheFolder), /^DatasetError: banks\/bb\.jsonl:1/)
  assert.deepEqual(readdirSync(cacheFolder), [])
})

test('after any change of the data or the overlay, the directory comes from the files', async (t) => {
  const { folder, cacheFolder } = folders(t)
  const overlay = temporaryFolder(t)
  mkdirSync(join(overlay, 'banks'))
  const added = (id: string): string => `${JSON.stringify(bank(id))}\n`
  const changes: Record<string, () => void> = {
    'a bank': () => appendFileSync(join(folder, 'banks/bb.jsonl'), added('bb-zz')),
    'a table': () => appendFileSync(join(folder, 'countries.json'), ' '),
    'a bank in the overlay': () => writeFileSync(join(overlay, 'banks/bb.jsonl'), added('bb-zz-own')),
    'another bank in the overlay': () => writeFileSync(join(overlay, 'banks/bb.jsonl'), added('bb-zz-two')),
    'no overlay file': () => rmSync(join(overlay, 'banks/bb.jsonl')),
  }
  let { revision } = await start(folder, cacheFolder, overlay)
  for (const [name, change] of Object.entries(changes)) {
    change()
    const packed = await start(folder, cacheFolder, overlay)
    assert.notEqual(packed.revision, revision, name)
    assert.deepEqual(packed, packDirectory(readDataset(folder, overlay)), name)
    revision = packed.revision
  }
})

test('the digest of the folders is the digest of their files', (t) => {
  const folder = writeFolder(t, small())
  assert.equal(digestFolders({ folder }), digestOf(readDataFiles({ folder })))
  const before = digestFolders({ folder })
  rmSync(join(folder, 'banks/bb.jsonl'))
  assert.notEqual(digestFolders({ folder }), before)
})
