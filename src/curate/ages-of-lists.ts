/** How old a list is, held against the newest list of the data: the data must not change its verdict while nobody edits it. */
import { monthsBetween } from '../directory/coverage.ts'
import { rowDateOf, type Source } from '../directory/source.ts'
import { earliest } from './dates.ts'

const recentMonthsMax = 24

/** The newest date that the rows of a list have. */
export const newestRowDate = (sources: Iterable<Source>): string =>
  [...sources].map((source) => rowDateOf(source) ?? '').reduce((last, date) => (date > last ? date : last), '')

/** Whether its rows are at most 24 months older than `newest`. */
export function isRecent(source: Source, newest: string): boolean {
  const date = rowDateOf(source)
  return date !== undefined && monthsBetween(date, new Date(`${earliest(newest)}T00:00:00Z`)) <= recentMonthsMax
}
