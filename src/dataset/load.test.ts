import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { bank, small, writeFolder } from '../../test/small-data.ts'
import { makeIndexTables } from '../directory/indexes.ts'
import { packDirectory } from '../directory/packed.ts'
import { runToEnd } from '../directory/steps.ts'
import { BrokenDataset } from './broken.ts'
import { readDataset } from './dataset.ts'
import { loadBeside } from './load.ts'

test('what another thread loads is what this one would have', async (t) => {
  const folder = writeFolder(t, small())
  const packed = packDirectory(readDataset(folder))
  const loaded = await loadBeside({ folder })
  assert.deepEqual(loaded.packed, packed)
  assert.deepEqual(loaded.tables, runToEnd(makeIndexTables(packed)))
})

test('broken data is refused with its place', async (t) => {
  const folder = writeFolder(t, small())
  writeFileSync(join(folder, 'banks/bb.jsonl'), `${JSON.stringify(bank('bb-only', { type: 'shop' }))}\n`)
  await assert.rejects(loadBeside({ folder }), (error) => {
    assert.ok(error instanceof BrokenDataset)
    assert.match(error.message, /^banks\/bb\.jsonl:1: type is "shop"/)
    return true
  })
})

test('a program that was replaced meanwhile loads nothing', async (t) => {
  const folder = writeFolder(t, small())
  await assert.rejects(loadBeside({ folder }, 'another'), /The program on disk is another by now; restart the service/)
})
