/** Dates in the data. They are as precise as the source: "2019", "2019-03" or "2019-03-31". */

/** Returns whether the text is in one of these formats and the date exists in the calendar. */
export function isDate(text: string): boolean {
  if (!/^\d{4}(-\d{2}){0,2}$/.test(text)) return false
  const time = Date.parse(`${firstDay(text)}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/**
 * Returns whether the date is certainly later than the other. For 2019 and 2019-03 the result is false in both
 * directions, because 2019 may be before or after March.
 */
export function isLater(date: string, other: string): boolean {
  const length = Math.min(date.length, other.length)
  return date.slice(0, length) > other.slice(0, length)
}

/** No official list was published as a file before this year, so an earlier date must be a typo. */
export const listsSince = '1990'

/**
 * Returns the last day that an imprecise date can mean. Imports date our existing facts with it, so that a file from
 * earlier in the same month or year does not override them.
 */
export const lastDay = (date: string): string => `${date}${'-12-31'.slice(date.length - 4)}`

/** Returns the first day that an imprecise date can mean. */
export const firstDay = (date: string): string => `${date}${'-01-01'.slice(date.length - 4)}`
