/** Formats numbers and dates for people. */

const numberFormat = new Intl.NumberFormat('en')

export const formatNumber = (value: number): string => numberFormat.format(value)

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `noun`: in the singular. */
export const formatCount = (count: number, noun: string): string =>
  `${formatNumber(count)} ${count === 1 ? noun : pluralOf(noun)}`

/** Returns the plural of a noun such as "credit union", "trust company" or "branch". */
export function pluralOf(noun: string): string {
  if (noun.endsWith('money') || noun.endsWith('s')) return noun
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
  return `${noun}${/(?:ch|sh|x)$/.test(noun) ? 'es' : 's'}`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats a date as precisely as it is known: 2026-10-09 as "9 Oct 2026", 2023-03 as "Mar 2023", 2020 as "2020". */
export function formatDate(date: string): string {
  const [year, month, day] = date.split('-')
  return [day && Number(day), month && months[Number(month) - 1], year].filter(Boolean).join(' ')
}

export const formatMonth = (date: string): string => formatDate(date.split('-').slice(0, 2).join('-'))

const monthsUntilOld = 12

/** Returns whether a date is more than 12 months ago. A date without a month may be the last day of its year. */
export function isOld(date: string, today: Date): boolean {
  const [year = 0, month = 12, day = 28] = date.split('-').map(Number)
  const age = (today.getUTCFullYear() - year) * 12 + today.getUTCMonth() + 1 - month
  return age > monthsUntilOld || (age === monthsUntilOld && today.getUTCDate() > day)
}
