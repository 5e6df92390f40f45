/** The shipped directory opened for search and resolving, once for a test file. */
import { type Finder, openFinder } from '../src/directory/finder.ts'
import { shippedDirectory } from './service.ts'

let opened: Finder | undefined

export function shippedFinder(): Finder {
  opened ??= finished(openFinder(shippedDirectory().packed))
  return opened
}

export function finished<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
