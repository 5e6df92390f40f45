import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { dataFolder } from '../../test/support/data/shipped.ts'
import { small, writeFolder } from '../../test/support/data/small-data.ts'
import { temporaryFolder } from '../../test/support/services/processes.ts'
import { dataFolders, digestFolders, digestOf, readDataFiles, stampFolders } from './data-files.ts'
import { dataTables } from './data-tables.ts'
import { readDataset } from './dataset.ts'
import { readRevision } from './revision.ts'

/** JSON files with another form than a table: the program or the data tools read them on their own. */
const auxiliary = ['corrections.jsonl', 'de-check-digits.json', 'gb-modulus.json', 'iban.json']

test('every shipped data file is a table, an auxiliary table, or in a folder of its own', () => {
  const files = readdirSync(dataFolder, { withFileTypes: true })
  const tables = Object.values(dataTables).map(({ file }) => file)
  const named = files.filter((entry) => entry.isFile() && /\.jsonl?$/.test(entry.name)).map(({ name }) => name)
  assert.deepEqual(named.sort(), [...tables, ...auxiliary].sort())
  const folders = files.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  assert.deepEqual(folders.sort(), Object.keys(dataFolders).filter(Boolean).sort())
})

for (const { file, isRequired } of Object.values(dataTables)) {
  test(`${file} is checked in the data folder and in an overlay, and counts towards revision and digest`, (t) => {
    const folder = writeFolder(t, small())
    const overlay = temporaryFolder(t)
    mkdirSync(join(overlay, 'banks'))
    assert.equal(existsSync(join(folder, file)), isRequired)
    const states = new Set([readRevision({ folder })])
    const digests = new Set([digestFolders({ folder })])
    const stamps = new Set([stampFolders({ folder }).stamp])
    for (const [place, name] of [
      [overlay, `overlay/${file}`],
      [folder, file],
    ] as const) {
      writeFileSync(join(place, file), '[{"no":"such field"}]')
      const folders = place === overlay ? { folder, overlay } : { folder }
      assert.ok(readDataFiles(folders).files.has(name))
      assert.throws(() => readDataset(folder, place === overlay ? overlay : undefined), {
        name: 'DatasetError',
        message: new RegExp(`^${name.replaceAll('.', '\\.')}:1 `),
      })
      if (file !== dataTables.sources.file) states.add(readRevision(folders))
      digests.add(digestFolders(folders))
      stamps.add(stampFolders(folders).stamp)
    }
    assert.equal(states.size, file === dataTables.sources.file ? 1 : 3)
    assert.equal(digests.size, 3)
    assert.equal(stamps.size, 3)
  })
}

test('a branch list of a country that is not opened counts by its name', (t) => {
  const folder = writeFolder(t, small())
  const state = (): string[] => {
    const digest = digestFolders({ folder }, ['AA'])
    assert.equal(digest, digestOf(readDataFiles({ folder }, ['AA'])))
    return [digest, stampFolders({ folder }, ['AA']).stamp]
  }
  const [digest, stamp] = state()
  mkdirSync(join(folder, 'branches'), { recursive: true })
  writeFileSync(join(folder, 'branches/bb_branch.tsv'), '')
  const [nextDigest, nextStamp] = state()
  assert.notEqual(nextDigest, digest)
  assert.notEqual(nextStamp, stamp)
})
