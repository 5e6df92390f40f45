/** Search and resolve over the shipped data, created once per process. */
import { createFinder, type Finder } from '../../../src/directory/finder.ts'
import { shippedDirectory, shippedTables } from './shipped.ts'

let opened: Finder | undefined

export function shippedFinder(): Finder {
  opened ??= createFinder(shippedDirectory().packed, shippedTables(), shippedDirectory())
  return opened
}
