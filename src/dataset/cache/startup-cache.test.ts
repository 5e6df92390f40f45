import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { shippedDirectory, shippedTables } from '../../../test/support/data/shipped.ts'
import { createFinder } from '../../directory/finder.ts'
import { createStartupCache } from './startup-cache.ts'

const { packed } = shippedDirectory()
const digest = '0123456789abcdef'
const tables = shippedTables()

function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-cache-'))
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
  await createStartupCache(folder, digest).write('indexes', tables)
  const cached = await createStartupCache(folder, digest).read('indexes')
  assert.deepEqual(cached, tables)
  const [expected, actual] = [createFinder(packed, tables), createFinder(packed, cached ?? tables)]
  for (const text of ['gtbank', 'sparkase koln', '058', 'barclys']) {
    const query = { text, limit: 10 }
    assert.ok(expected.search(query).length > 0, text)
    assert.deepEqual(actual.search(query), expected.search(query), text)
  }
  assert.equal(actual.resolve('GB29NWBK60161331926819'), expected.resolve('GB29NWBK60161331926819'))
})

test('without a file for its data, the cache is empty', async (t) => {
  const folder = emptyFolder(t)
  assert.equal(await createStartupCache(join(folder, 'missing'), digest).read('indexes'), undefined)
  await createStartupCache(folder, digest).write('indexes', tables)
  assert.equal(await createStartupCache(folder, 'fedcba9876543210').read('indexes'), undefined)
})

test('a damaged file is ignored, and can be written again', async (t) => {
  const folder = emptyFolder(t)
  const cache = createStartupCache(folder, digest)
  await cache.write('indexes', tables)
  const file = onlyFile(folder)
  const whole = readFileSync(file)
  for (const at of [0, 31, 32, 40, whole.length >> 1, whole.length - 1]) {
    const damaged = Buffer.from(whole)
    damaged[at] = (damaged[at] as number) ^ 1
    writeFileSync(file, damaged)
    assert.equal(await cache.read('indexes'), undefined, `byte ${at}`)
  }
  for (const length of [0, 10, 32, 1000, whole.length - 1]) {
    writeFileSync(file, whole.subarray(0, length))
    assert.equal(await cache.read('indexes'), undefined, `${length} bytes`)
  }
  assert.equal(await cache.has('indexes'), false)
  await cache.write('indexes', tables)
  assert.equal(await cache.has('indexes'), true)
  assert.deepEqual(await cache.read('indexes'), tables)
})

test('of each part, the files of the three versions of the data that were used last are retained', async (t) => {
  const folder = emptyFolder(t)
  await createStartupCache(folder, digest).write('lists', new Map())
  for (const [month, one] of ['aa', 'bb', 'cc'].entries()) {
    await createStartupCache(folder, one).write('indexes', one)
    for (const name of readdirSync(folder).filter((file) => file.includes(`-${one}-`))) {
      utimesSync(join(folder, name), month, month)
    }
  }
  assert.equal(await createStartupCache(folder, 'aa').read('indexes'), 'aa')
  await createStartupCache(folder, 'dd').write('indexes', 'dd')
  assert.equal(await createStartupCache(folder, 'bb').read('indexes'), undefined)
  for (const one of ['aa', 'cc', 'dd']) assert.equal(await createStartupCache(folder, one).read('indexes'), one)
  assert.equal(readdirSync(folder).length, 4)
  assert.deepEqual(await createStartupCache(folder, digest).read('lists'), new Map())
})

test('temporary files of other processes are not counted, and are deleted only if they are old', async (t) => {
  const folder = emptyFolder(t)
  const [fresh, old] = ['indexes-aa-bb.fresh', 'indexes-aa-bb.old']
  for (const name of [fresh, old, 'indexes-aa-bb.fresh2', 'indexes-aa-bb.fresh3']) writeFileSync(join(folder, name), '')
  utimesSync(join(folder, old), 1, 1)
  const cache = createStartupCache(folder, digest)
  await cache.write('indexes', tables)
  await cache.write('indexes', tables)
  assert.equal(await cache.has('indexes'), true)
  const names = readdirSync(folder)
  assert.deepEqual([names.includes(fresh), names.includes(old), names.length], [true, false, 4])
})

test('another version of the program does not read the file', async (t) => {
  const folder = emptyFolder(t)
  await createStartupCache(folder, digest, 'old').write('indexes', tables)
  assert.equal(await createStartupCache(folder, digest, 'new').read('indexes'), undefined)
})

test('a failed write leaves no temporary file', async (t) => {
  const folder = emptyFolder(t)
  writeFileSync(join(folder, 'in-the-way'), '')
  await assert.rejects(createStartupCache(join(folder, 'in-the-way'), digest).write('indexes', tables))
  // Permissions do not stop root, so a folder with the name of the file makes the write fail.
  await createStartupCache(join(folder, 'cache'), digest).write('indexes', tables)
  const file = onlyFile(join(folder, 'cache'))
  rmSync(file)
  mkdirSync(join(file, 'inner'), { recursive: true })
  await assert.rejects(createStartupCache(join(folder, 'cache'), digest).write('indexes', tables))
  assert.deepEqual(readdirSync(join(folder, 'cache')).length, 1)
})
