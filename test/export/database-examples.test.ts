/** The queries of the documentation, on the database of the shipped data. */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createBankTable } from '../../src/directory/storage/bank-table.ts'
import { databaseFile } from '../../src/export/database/database-file.ts'
import { shippedDirectory } from '../support/data/shipped.ts'
import { readPages, run } from '../support/examples.ts'
import { testWith } from '../support/programs.ts'
import { temporaryFolder } from '../support/services/processes.ts'
import { dataFolder } from '../support/services/service.ts'

const page = readPages().find(({ name }) => name === 'without-a-server')
const examplesIn = (language: string) => page?.groups.flat().filter((example) => example.language === language) ?? []

testWith('python3')('every query finds rows in the shipped data, in SQLite and in Python', async (t, { python3 }) => {
  const cwd = temporaryFolder(t)
  const directory = shippedDirectory()
  const banks = createBankTable(directory.packed)
  const data = { folder: dataFolder, directory, banks, version: '1.0.0', without: [], included: [] }
  const [file] = databaseFile(data, cwd)
  assert.ok(file)
  mkdirSync(join(cwd, 'public'))
  writeFileSync(join(cwd, 'public', file.path), file.bytes)

  const database = new DatabaseSync(join(cwd, 'public', file.path), { readOnly: true })
  t.after(() => database.close())
  const results = examplesIn('sql').map(({ text, place }) => {
    const rows = database.prepare(text).all()
    assert.ok(rows.length > 0, place)
    return JSON.stringify(rows)
  })
  assert.equal(results.length, 3)
  assert.match(results[0] as string, /"ng-gtbank"/)
  assert.match(results[1] as string, /"ng-zenith/)
  assert.match(results[2] as string, /"bank":"HDFC Bank/)
  const [count] = database.prepare('SELECT count(*) AS banks FROM banks').all()
  assert.equal(count?.banks, banks.count)

  for (const { text, place } of examplesIn('py')) {
    const { code, stdout, stderr } = await run(python3, ['-c', text], { cwd })
    assert.deepEqual([code, stderr], [0, ''], place)
    assert.match(stdout, /^(?:\d{6} ng-\S+\n){3}$/, place)
  }
})
