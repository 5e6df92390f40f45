/** The shipped directory opened for search and resolving, once for a test file. */
import { type Finder, openFinder } from '../src/directory/finder.ts'
import { makeIndexTables } from '../src/directory/indexes.ts'
import { shippedDirectory } from './service.ts'

let opened: Finder | undefined

export function shippedFinder(): Finder {
  const { packed } = shippedDirectory()
  opened ??= openFinder(packed, finished(makeIndexTables(packed)))
  return opened
}

export function finished<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
