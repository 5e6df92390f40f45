/** The age of a list relative to the newest list in the data, not to today: lint must not start to fail as time passes. */

import { rowDateOf, type Source } from '../directory/records/source.ts'
import { monthsBetween } from '../directory/views/coverage.ts'
import { firstDay } from './dates.ts'

const recentMonthsMax = 24

/** The newest row date in any list. */
export const newestRowDate = (sources: Iterable<Source>): string =>
  [...sources].map((source) => rowDateOf(source) ?? '').reduce((last, date) => (date > last ? date : last), '')

/** Whether the rows of the list are at most 24 months older than `newest`. */
export function isRecent(source: Source, newest: string): boolean {
  const date = rowDateOf(source)
  return date !== undefined && monthsBetween(date, new Date(`${firstDay(newest)}T00:00:00Z`)) <= recentMonthsMax
}
