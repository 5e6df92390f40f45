import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { bank, code, type Row, small, writeFolder } from '../../../test/support/data/small-data.ts'
import { createDirectory } from '../../directory/lookups.ts'
import { packDirectory } from '../../directory/storage/packed-directory.ts'
import { readDataset } from '../dataset.ts'
import { loadDirectory } from '../load/load-directory.ts'

const gone: Row = {
  code: 'CC',
  alpha3: 'CCC',
  name: 'Cland',
  also: ['CD'],
  terms: ['unclear'],
  banks: 5,
  bics: 3,
  codes: {},
}
const less = { code: 'AA', name: 'AA', terms: ['unclear'], banks: 4, bics: 3, codes: {} }
const build: Row = { without: ['unclear'], from: '2026-01-31.00000000', countries: [less, gone] }

test('data without build.json is complete', (t) => {
  const packed = packDirectory(readDataset(writeFolder(t, small())))
  assert.equal(packed.build, null)
  assert.equal(createDirectory(packed).lossNotes.missingCountry('cc'), undefined)
})

test('what is left is counted in the data, with the banks of an overlay', (t) => {
  const folder = writeFolder(t, { ...small(), build })
  const overlay = join(folder, 'overlay')
  mkdirSync(join(overlay, 'banks'), { recursive: true })
  writeFileSync(
    join(overlay, 'banks/aa.jsonl'),
    `${JSON.stringify(bank('aa-third', { codes: [code('003')], bic: 'AAAAAA22' }))}\n`,
  )
  const leftIn = (path?: string) => packDirectory(readDataset(folder, path)).build?.countries.map(({ left }) => left)
  const none = { banks: 0, bics: 0, codes: new Map() }
  assert.deepEqual(leftIn(), [{ banks: 2, bics: 0, codes: new Map([['aa_code', 2]]) }, none])
  assert.deepEqual(leftIn(overlay), [{ banks: 3, bics: 1, codes: new Map([['aa_code', 3]]) }, none])
})

test('a country that the build left out is found by its codes and its name', (t) => {
  const { missingCountry } = createDirectory(
    packDirectory(readDataset(writeFolder(t, { ...small(), build }))),
  ).lossNotes
  const sentence =
    'this build of the data has no banks in CC (Cland); see the page Data builds (/docs/1.0/data-builds).'
  const missing = { cause: 'not_in_build', sentence }
  for (const input of ['cc', ' CC ', 'cd', 'ccc', 'cland']) assert.deepEqual(missingCountry(input), missing, input)
  for (const input of ['aa', 'xx', '']) assert.equal(missingCountry(input), undefined, input)
})

test('a build.json with an error is rejected with the reason', (t) => {
  const read = (content: Row) => () => readDataset(writeFolder(t, { ...small(), build: content }))
  assert.throws(read({ ...build, without: ['secret'] }), /^DatasetError: build\.json: without\.0 is "secret"; allowed/)
  assert.throws(read({ without: ['unclear'], from: 'x' }), /build\.json: the record is missing the field "countries"/)
})

test('the startup cache keeps the description, and another description is other data', async (t) => {
  const folder = writeFolder(t, { ...small(), build })
  const cacheFolder = join(folder, 'cache')
  const first = await loadDirectory({ folder, overlay: undefined }, cacheFolder)
  await first.cache.write('directory', first.packed)
  const second = await loadDirectory({ folder, overlay: undefined }, cacheFolder)
  assert.deepEqual(second.packed.build, first.packed.build)
  assert.equal(second.packed.build?.countries.length, 2)
  writeFileSync(join(folder, 'build.json'), JSON.stringify({ ...build, countries: [less] }))
  const third = await loadDirectory({ folder, overlay: undefined }, cacheFolder)
  assert.equal(third.packed.build?.countries.length, 1)
  assert.notEqual(third.packed.revision, first.packed.revision)
})
