import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { shippedDirectory } from '../../test/support/services/service.ts'
import { createFinder } from '../directory/finder.ts'
import { buildIndexTables } from '../directory/indexes.ts'
import { runToEnd } from '../directory/run-to-end.ts'
import { createIndexCache } from './index-cache.ts'

const { packed, revision } = shippedDirectory()
const tables = runToEnd(buildIndexTables(packed))

function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-indexes-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

const onlyFile = (folder: string): string => {
  const [name, ...others] = readdirSync(folder)
  assert.ok(name !== undefined && others.length === 0)
  return join(folder, name)
}

test('tables from the cache are equal to the built ones, and give the same results', async (t) => {
  const folder = emptyFolder(t)
  await createIndexCache(folder, revision).write(tables)
  const cached = await createIndexCache(folder, revision).read()
  assert.deepEqual(cached, tables)
  const [expected, actual] = [createFinder(packed, tables), createFinder(packed, cached ?? tables)]
  for (const text of ['gtbank', 'sparkase koln', '058', 'barclys']) {
    const query = { text, limit: 10 }
    assert.ok(expected.search(query).length > 0, text)
    assert.deepEqual(actual.search(query), expected.search(query), text)
  }
  assert.equal(actual.resolve('GB29NWBK60161331926819'), expected.resolve('GB29NWBK60161331926819'))
})

test('without a file for its revision, the cache is empty', async (t) => {
  const folder = emptyFolder(t)
  assert.equal(await createIndexCache(join(folder, 'missing'), revision).read(), undefined)
  await createIndexCache(folder, revision).write(tables)
  assert.equal(await createIndexCache(folder, '2026-01-31.00000000').read(), undefined)
})

test('a damaged file is ignored, and can be written again', async (t) => {
  const folder = emptyFolder(t)
  const cache = createIndexCache(folder, revision)
  await cache.write(tables)
  const file = onlyFile(folder)
  const whole = readFileSync(file)
  for (const at of [0, 31, 32, 40, whole.length >> 1, whole.length - 1]) {
    const damaged = Buffer.from(whole)
    damaged[at] = (damaged[at] as number) ^ 1
    writeFileSync(file, damaged)
    assert.equal(await cache.read(), undefined, `byte ${at}`)
  }
  for (const length of [0, 10, 32, 1000, whole.length - 1]) {
    writeFileSync(file, whole.subarray(0, length))
    assert.equal(await cache.read(), undefined, `${length} bytes`)
  }
  await cache.write(tables)
  assert.deepEqual(await cache.read(), tables)
})

test('the files of the last three revisions are retained', async (t) => {
  const folder = emptyFolder(t)
  const revisions = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'].map((date) => `${date}.00000000`)
  for (const [month, one] of revisions.entries()) {
    await createIndexCache(folder, one).write(tables)
    for (const name of readdirSync(folder).filter((file) => file.startsWith(one))) {
      utimesSync(join(folder, name), month, month)
    }
  }
  assert.equal(await createIndexCache(folder, revisions[0] as string).read(), undefined)
  for (const one of revisions.slice(1)) assert.deepEqual(await createIndexCache(folder, one).read(), tables)
  assert.equal(readdirSync(folder).length, 3)
})

test('a failed write leaves no temporary file', async (t) => {
  const folder = emptyFolder(t)
  writeFileSync(join(folder, 'in-the-way'), '')
  await assert.rejects(createIndexCache(join(folder, 'in-the-way'), revision).write(tables))
  // Permissions do not stop root, so a folder with the name of the file makes the write fail.
  await createIndexCache(join(folder, 'cache'), revision).write(tables)
  const file = onlyFile(join(folder, 'cache'))
  rmSync(file)
  mkdirSync(join(file, 'inner'), { recursive: true })
  await assert.rejects(createIndexCache(join(folder, 'cache'), revision).write(tables))
  assert.deepEqual(readdirSync(join(folder, 'cache')).length, 1)
})
