/** Dates as the data has them: a year, a month or a day, as exact as is known. */

/** Whether it is written so, and the calendar has it. */
export function isDate(text: string): boolean {
  if (!/^\d{4}(-\d{2}){0,2}$/.test(text)) return false
  const time = Date.parse(`${firstDay(text)}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** For certain: of 2019 and 2019-03, neither is. */
export function isLater(date: string, other: string): boolean {
  const length = Math.min(date.length, other.length)
  return date.slice(0, length) > other.slice(0, length)
}

/** Nobody published such lists as files before; an older date is a slip. */
export const listsSince = '1990'

/** Of a date that is not known to the day, the last day it can mean: nothing older may take its place by chance. */
export const lastDay = (date: string): string => `${date}${'-12-31'.slice(date.length - 4)}`

/** The first day it can mean. */
export const firstDay = (date: string): string => `${date}${'-01-01'.slice(date.length - 4)}`
