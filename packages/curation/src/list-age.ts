/**
 * Measures the age of a list against the newest list in the data, not against today's date, so that lint does not start
 * to fail just because time passes.
 */

import { rowDateOf, type Source } from '../../../src/directory/records/source.ts'
import { monthsBetween } from '../../../src/directory/views/coverage.ts'
import { firstDay } from './dates.ts'

const recentMonthsMax = 24

/** Returns the latest date that `rowDateOf` gives for any source, or an empty string if there is none. */
export const newestRowDate = (sources: Iterable<Source>): string =>
  [...sources].map((source) => rowDateOf(source) ?? '').reduce((last, date) => (date > last ? date : last), '')

/** Returns whether the source's rows are at most `recentMonthsMax` months older than `newest`. */
export function isRecent(source: Source, newest: string): boolean {
  const date = rowDateOf(source)
  return date !== undefined && monthsBetween(date, new Date(`${firstDay(newest)}T00:00:00Z`)) <= recentMonthsMax
}
