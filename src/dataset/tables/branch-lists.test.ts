import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { branchText, form, small, writeFolder } from '../../../test/support/data/small-data.ts'
import { digestFolders, digestOf, readDataFiles } from '../data-files.ts'
import { readDataset } from '../dataset.ts'

const branchForm = form('aa_branch', {
  parts: { bank_code: '\\d{3}', branch_code: '\\d{2}' },
  example: '00101',
  branches: { source: 'a-list' },
})

const folderWith = (t: TestContext, rows: string[], name = 'aa_branch'): string =>
  writeFolder(t, { ...small(), forms: [branchForm], branches: { [name]: rows } })

test('a row that breaks the format stops the load, with its file and line', (t) => {
  assert.throws(() => readDataset(folderWith(t, ['00101', '0012'])), {
    message: /branches\/aa_branch\.tsv.*3.*0012.* is not a code/s,
  })
})

test('a list that belongs to no form stops the load', (t) => {
  assert.throws(() => readDataset(folderWith(t, ['00101'], 'aa_other')), {
    message: /branches\/aa_other\.tsv.*none with this id has "branches"/s,
  })
})

test('a changed row changes the revision and the digest of the startup cache', (t) => {
  const folder = folderWith(t, ['00101\tHarbour'])
  const before = { revision: readDataset(folder).revision, digest: digestFolders({ folder }) }
  assert.equal(before.digest, digestOf(readDataFiles({ folder })))
  writeFileSync(join(folder, 'branches/aa_branch.tsv'), branchText(['00101\tHarbors']))
  assert.notEqual(readDataset(folder).revision, before.revision)
  assert.notEqual(digestFolders({ folder }), before.digest)
  assert.equal(digestFolders({ folder }), digestOf(readDataFiles({ folder })))
})
