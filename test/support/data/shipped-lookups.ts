/** All lookups over the shipped data, created once per process. */
import type { Lookups } from '../../../src/directory/lookups.ts'
import { shippedDirectory, shippedTables } from './shipped.ts'

let opened: Lookups | undefined

export function shippedLookups(): Lookups {
  opened ??= shippedDirectory().withIndexes(shippedTables())
  return opened
}
