import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shippedDirectory } from '../../../test/support/services/service.ts'
import { buildIndexTables, type IndexCache, type IndexTables } from '../../directory/indexes.ts'
import { runToEnd } from '../../directory/run-to-end.ts'
import { createLazyFinder } from './lazy-finder.ts'

const directory = shippedDirectory()
const query = { text: 'gtbank', limit: 1 }

/** A shelf with what is on it, and what was put there. */
function shelfWith(kept: IndexTables | undefined): IndexCache & { written: IndexTables[] } {
  const written: IndexTables[] = []
  return {
    written,
    read: async () => kept,
    write: async (tables) => void written.push(tables),
  }
}

const neverFails = (error: unknown): void => assert.fail(String(error))

test('indexes are made once and put on the shelf', async () => {
  const shelf = shelfWith(undefined)
  const finding = createLazyFinder({ directory, shelf, onNotKept: neverFails })
  const [first, second] = await Promise.all([finding(), finding()])
  assert.equal(first, second)
  assert.match(first.search(query)[0] as string, /"id":"ng-gtbank"/)
  assert.equal(shelf.written.length, 1)
})

test('indexes from the shelf are used as they are', async () => {
  const tables = runToEnd(buildIndexTables(directory.packed))
  const shelf = shelfWith(tables)
  const finder = await createLazyFinder({ directory, shelf, onNotKept: neverFails })()
  assert.match(finder.search(query)[0] as string, /"id":"ng-gtbank"/)
  assert.equal(shelf.written.length, 0)
  // Of tables without a name nothing is found: they are not made again.
  const none = { ...tables.search, wordNames: new Uint32Array(0), wordStarts: tables.search.wordStarts.map(() => 0) }
  const empty = await createLazyFinder({
    directory,
    shelf: shelfWith({ ...tables, search: none }),
    onNotKept: neverFails,
  })()
  assert.deepEqual(empty.search(query), [])
})

test('a shelf that cannot be written is told of, and search works', async () => {
  const told = Promise.withResolvers<unknown>()
  const shelf = {
    ...shelfWith(undefined),
    write: async (): Promise<void> => {
      throw new Error('read-only')
    },
  }
  const finder = await createLazyFinder({ directory, shelf, onNotKept: told.resolve })()
  assert.match(finder.search(query)[0] as string, /"id":"ng-gtbank"/)
  assert.match(String(await told.promise), /read-only/)
})
