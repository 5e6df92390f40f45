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

test('kept indexes are the same, and find the same', async (t) => {
  const folder = emptyFolder(t)
  await createIndexCache(folder, revision).write(tables)
  const kept = await createIndexCache(folder, revision).read()
  assert.deepEqual(kept, tables)
  const [made, read] = [createFinder(packed, tables), createFinder(packed, kept ?? tables)]
  for (const text of ['gtbank', 'sparkase koln', '058', 'barclys']) {
    const query = { text, limit: 10 }
    assert.ok(made.search(query).length > 0, text)
    assert.deepEqual(read.search(query), made.search(query), text)
  }
  assert.equal(read.resolve('GB29NWBK60161331926819'), made.resolve('GB29NWBK60161331926819'))
})

test('nothing is read where nothing is kept, and nothing of another state of the data', async (t) => {
  const folder = emptyFolder(t)
  assert.equal(await createIndexCache(join(folder, 'missing'), revision).read(), undefined)
  await createIndexCache(folder, revision).write(tables)
  assert.equal(await createIndexCache(folder, '2026-01-31.00000000').read(), undefined)
})

test('what is damaged is not read', async (t) => {
  const folder = emptyFolder(t)
  const kept = createIndexCache(folder, revision)
  await kept.write(tables)
  const file = onlyFile(folder)
  const whole = readFileSync(file)
  for (const place of [0, 31, 32, 40, whole.length >> 1, whole.length - 1]) {
    const damaged = Buffer.from(whole)
    damaged[place] = (damaged[place] as number) ^ 1
    writeFileSync(file, damaged)
    assert.equal(await kept.read(), undefined, `byte ${place}`)
  }
  for (const length of [0, 10, 32, 1000, whole.length - 1]) {
    writeFileSync(file, whole.subarray(0, length))
    assert.equal(await kept.read(), undefined, `${length} bytes`)
  }
  await kept.write(tables)
  assert.deepEqual(await kept.read(), tables)
})

test('the indexes of the last three states are kept', async (t) => {
  const folder = emptyFolder(t)
  const states = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'].map((date) => `${date}.00000000`)
  for (const [month, state] of states.entries()) {
    await createIndexCache(folder, state).write(tables)
    for (const name of readdirSync(folder).filter((one) => one.startsWith(state))) {
      utimesSync(join(folder, name), month, month)
    }
  }
  assert.equal(await createIndexCache(folder, states[0] as string).read(), undefined)
  for (const state of states.slice(1)) assert.deepEqual(await createIndexCache(folder, state).read(), tables)
  assert.equal(readdirSync(folder).length, 3)
})

test('a folder that cannot be written leaves nothing behind', async (t) => {
  const folder = emptyFolder(t)
  writeFileSync(join(folder, 'in-the-way'), '')
  await assert.rejects(createIndexCache(join(folder, 'in-the-way'), revision).write(tables))
  // The superuser may write anywhere, so the name is taken by a folder instead.
  await createIndexCache(join(folder, 'kept'), revision).write(tables)
  const file = onlyFile(join(folder, 'kept'))
  rmSync(file)
  mkdirSync(join(file, 'inner'), { recursive: true })
  await assert.rejects(createIndexCache(join(folder, 'kept'), revision).write(tables))
  assert.deepEqual(readdirSync(join(folder, 'kept')).length, 1)
})
