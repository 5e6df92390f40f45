/** Dates as the data has them: a year, a month or a day, as exact as is known. */

/** Whether the calendar has it. */
export function isDate(text: string): boolean {
  const day = text.padEnd(10, '-01')
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** For certain: of 2019 and 2019-03, neither is. */
export function isLater(date: string, other: string): boolean {
  const length = Math.min(date.length, other.length)
  return date.slice(0, length) > other.slice(0, length)
}
