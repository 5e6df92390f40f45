import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runSearch } from '../../../test/support/data/run-search.ts'
import { shippedDirectory, shippedTables } from '../../../test/support/data/shipped.ts'
import { createDirectory } from '../../directory/lookups.ts'
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
  const directory = createDirectory(packed)
  const [expected, actual] = [directory.withIndexes(tables), directory.withIndexes(cached ?? tables)]
  for (const text of ['gtbank', 'sparkase koln', '058', 'barclys']) {
    const query = { text, limit: 10 }
    const { banks } = runSearch(expected, query)
    assert.ok(banks.length > 0, text)
    assert.deepEqual(runSearch(actual, query).banks, banks, text)
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
  assert.deepEqual(readdirSync(folder), [])
  await cache.writeIfMissing('indexes', () => tables)
  await cache.writeIfMissing('indexes', () => assert.fail('it is not missing'))
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
  assert.equal(createStartupCache(folder, 'aa').readNow('indexes'), 'aa')
  await createStartupCache(folder, 'dd').write('indexes', 'dd')
  assert.equal(await createStartupCache(folder, 'bb').read('indexes'), undefined)
  for (const one of ['aa', 'cc', 'dd']) assert.equal(await createStartupCache(folder, one).read('indexes'), one)
  assert.equal(readdirSync(folder).length, 4)
  assert.deepEqual(await createStartupCache(folder, digest).read('lists'), new Map())
})

test('temporary files of other processes are not counted, and are deleted only if they are old', async (t) => {
  const folder = emptyFolder(t)
  const temporary = (part: string): string => `${part}-aa-bb.${randomUUID()}`
  const [fresh, old, other] = [temporary('indexes'), temporary('lists'), 'user-file.txt']
  for (const name of [fresh, old, other, temporary('indexes'), temporary('indexes')])
    writeFileSync(join(folder, name), '')
  for (const name of [old, other]) utimesSync(join(folder, name), 1, 1)
  const cache = createStartupCache(folder, digest)
  await cache.write('indexes', tables)
  await cache.writeIfMissing('indexes', () => tables)
  assert.deepEqual(await cache.read('indexes'), tables)
  const names = readdirSync(folder)
  assert.deepEqual(
    [fresh, old, other].map((name) => names.includes(name)),
    [true, false, true],
  )
  assert.equal(names.length, 5)
  // A start that has nothing to write deletes them, too.
  utimesSync(join(folder, fresh), 1, 1)
  await cache.writeIfMissing('indexes', () => tables)
  assert.equal(readdirSync(folder).includes(fresh), false)
})

test('another version of the program does not read the file', async (t) => {
  const folder = emptyFolder(t)
  await createStartupCache(folder, digest, 'old').write('indexes', tables)
  assert.equal(await createStartupCache(folder, digest, 'new').read('indexes'), undefined)
})

test('a file that was stored under another name is not read', async (t) => {
  const folder = emptyFolder(t)
  await createStartupCache(folder, digest, 'aa').write('lists', new Map())
  const file = onlyFile(folder)
  renameSync(file, file.replace('lists', 'indexes'))
  assert.equal(await createStartupCache(folder, digest, 'aa').read('indexes'), undefined)
  assert.deepEqual(readdirSync(folder), [])
})

test('only a regular file is read; anything else is deleted, except a folder', async (t) => {
  const folder = emptyFolder(t)
  const cache = createStartupCache(folder, digest)
  await cache.write('indexes', tables)
  const file = onlyFile(folder)
  const target = join(emptyFolder(t), 'target')
  renameSync(file, target)
  const replacements: Record<string, () => void> = {
    'a link to a cache file': () => symlinkSync(target, file),
    'a link to a device': () => symlinkSync('/dev/zero', file),
    'a large file': () => {
      writeFileSync(file, '')
      truncateSync(file, 300 * 1024 * 1024)
    },
  }
  for (const [name, replace] of Object.entries(replacements)) {
    replace()
    assert.equal(await cache.read('indexes'), undefined, name)
    assert.deepEqual(readdirSync(folder), [], name)
  }
  mkdirSync(file)
  assert.equal(await cache.read('indexes'), undefined)
  assert.ok(existsSync(target))
})

test('only the user of the process can read and write the folder and its files', async (t) => {
  const folder = join(emptyFolder(t), 'new', 'cache')
  await createStartupCache(folder, digest).write('indexes', tables)
  const modeOf = (path: string): number => statSync(path).mode & 0o777
  assert.deepEqual([folder, onlyFile(folder)].map(modeOf), [0o700, 0o600])
})

test('the cache records whether a part was read', async (t) => {
  const cache = createStartupCache(emptyFolder(t), digest)
  await cache.read('lists')
  await cache.write('lists', new Map())
  assert.equal(cache.hasBeenRead(), false)
  await cache.read('lists')
  assert.equal(cache.hasBeenRead(), true)
})

test('discard deletes all parts of this data, and no others', async (t) => {
  const folder = emptyFolder(t)
  const cache = createStartupCache(folder, digest)
  for (const part of ['indexes', 'lists', 'directory'] as const) await cache.write(part, part)
  await createStartupCache(folder, 'aa').write('lists', 'other')
  cache.discard()
  assert.equal(await createStartupCache(folder, 'aa').read('lists'), 'other')
  assert.equal(readdirSync(folder).length, 1)
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

test('a cache in a place where no folder can be created fails, and does not try without end', {
  skip: !existsSync('/proc/self'),
}, async () => {
  await assert.rejects(createStartupCache('/proc/nope/cache', digest).write('indexes', tables), /\/proc\/nope/)
  await assert.rejects(
    createStartupCache(join(import.meta.filename, 'cache'), digest).write('indexes', tables),
    /ENOTDIR/,
  )
})
