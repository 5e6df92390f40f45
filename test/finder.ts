/** The shipped directory opened for search and resolving, once for a test file. */
import { type Finder, openFinder } from '../src/directory/finder.ts'
import { makeIndexTables } from '../src/directory/indexes.ts'
import { runToEnd } from '../src/directory/steps.ts'
import { shippedDirectory } from './service.ts'

let opened: Finder | undefined

export function shippedFinder(): Finder {
  const { packed } = shippedDirectory()
  opened ??= openFinder(packed, runToEnd(makeIndexTables(packed)))
  return opened
}
