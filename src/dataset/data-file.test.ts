import assert from 'node:assert/strict'
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { bank, small, writeFolder } from '../../test/support/data/small-data.ts'
import { temporaryFolder } from '../../test/support/services/processes.ts'
import { readDataFile } from './data-file.ts'
import { readDataset } from './dataset.ts'
import { DatasetError } from './dataset-error.ts'

const refused = (read: () => unknown, message: RegExp): void =>
  assert.throws(read, (error: Error) => error instanceof DatasetError && message.test(error.message))

/** A data folder without the file for BB, which the test creates itself. */
function folderWithout(t: TestContext): { folder: string; file: string } {
  const folder = writeFolder(t, small())
  const file = join(folder, 'banks/bb.jsonl')
  rmSync(file)
  return { folder, file }
}

test('a directory, a device and a socket are rejected, and the error says which it is', async (t) => {
  const { folder, file } = folderWithout(t)
  mkdirSync(file)
  refused(() => readDataset(folder), /^banks\/bb\.jsonl: is a directory; only regular files are read$/)
  rmSync(file, { recursive: true })
  refused(() => readDataFile({ folder: '/dev', path: 'null', name: 'null' }), /^null: is a device/)
  const server = createServer()
  t.after(() => server.close())
  await new Promise<void>((resolve) => server.listen(file, resolve))
  refused(() => readDataset(folder), /^banks\/bb\.jsonl: is a socket/)
})

test('a link to a file inside the folder is followed, as in a mounted ConfigMap', (t) => {
  const { folder, file } = folderWithout(t)
  mkdirSync(join(folder, '..state'))
  renameSync(join(folder, 'banks'), join(folder, '..state/banks'))
  symlinkSync('..state', join(folder, '..data'))
  symlinkSync('..data/banks', join(folder, 'banks'))
  writeFileSync(file, `${JSON.stringify(bank('bb-linked'))}\n`)
  assert.ok([...readDataset(folder).banks].some(({ id }) => id === 'bb-linked'))
})

test('a data folder can itself be a link', (t) => {
  const link = join(temporaryFolder(t), 'data')
  symlinkSync(writeFolder(t, small()), link)
  assert.equal([...readDataset(link).banks].length, 3)
})

test('a link to a file outside the folder is rejected, even if banks/ is the link', (t) => {
  const { folder, file } = folderWithout(t)
  const elsewhere = join(temporaryFolder(t), 'bb.jsonl')
  writeFileSync(elsewhere, `${JSON.stringify(bank('bb-only'))}\n`)
  symlinkSync(elsewhere, file)
  refused(
    () => readDataset(folder),
    /^banks\/bb\.jsonl: is a symbolic link to a file outside the data folder; copy the file instead$/,
  )
  const linked = writeFolder(t, small())
  rmSync(join(linked, 'banks'), { recursive: true })
  symlinkSync(join(writeFolder(t, small()), 'banks'), join(linked, 'banks'))
  refused(() => readDataset(linked), /^banks\/aa\.jsonl: is a symbolic link to a file outside the data folder/)
})

test('an error about a file in the overlay has the prefix overlay/', (t) => {
  const overlay = temporaryFolder(t)
  mkdirSync(join(overlay, 'sources.json'))
  refused(() => readDataset(writeFolder(t, small()), overlay), /^overlay\/sources\.json: is a directory/)
})

test('a file that is too large is rejected before it is read', (t) => {
  const { folder, file } = folderWithout(t)
  writeFileSync(file, '')
  truncateSync(file, 300 * 1024 * 1024)
  refused(() => readDataset(folder), /^banks\/bb\.jsonl: is larger than 256 MiB$/)
})
