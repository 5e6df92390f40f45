/** Dates in the data: a year, a month or a day, as precise as known. */

/** Whether the text has this format and the date exists. */
export function isDate(text: string): boolean {
  if (!/^\d{4}(-\d{2}){0,2}$/.test(text)) return false
  const time = Date.parse(`${firstDay(text)}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Whether the date is certainly later. Neither 2019 nor 2019-03 is certainly later than the other. */
export function isLater(date: string, other: string): boolean {
  const length = Math.min(date.length, other.length)
  return date.slice(0, length) > other.slice(0, length)
}

/** No list was published as a file before this year, so an older date is a typo. */
export const listsSince = '1990'

/** The last day that an imprecise date can mean, so that no older fact overrides a newer one. */
export const lastDay = (date: string): string => `${date}${'-12-31'.slice(date.length - 4)}`

/** The first day that an imprecise date can mean. */
export const firstDay = (date: string): string => `${date}${'-01-01'.slice(date.length - 4)}`
