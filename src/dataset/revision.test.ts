import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { small, writeFolder } from '../../test/support/data/small-data.ts'
import { readDataset } from './dataset.ts'
import { DatasetError } from './dataset-error.ts'
import { readRevision } from './revision.ts'

test('the revision is that of the loaded data, also with an overlay that changes the date of a source', (t) => {
  const data = small()
  const folder = writeFolder(t, data)
  assert.equal(readRevision({ folder }), readDataset(folder).revision)
  const overlay = writeFolder(t, data)
  for (const name of ['countries.json', 'schemes.json', 'banks']) rmSync(join(overlay, name), { recursive: true })
  writeFileSync(join(overlay, 'sources.json'), JSON.stringify([{ ...data.sources[0], date: '2035-01-31' }]))
  assert.equal(readRevision({ folder, overlay }), readDataset(folder, overlay).revision)
  assert.match(readRevision({ folder, overlay }), /^2035-01-31\./)
})

test('sources that cannot be read are an error with the name of the file', (t) => {
  const folder = writeFolder(t, small())
  writeFileSync(join(folder, 'sources.json'), '[')
  assert.throws(() => readRevision({ folder }), DatasetError)
})
