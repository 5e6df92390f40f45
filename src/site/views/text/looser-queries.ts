/**
 * Returns queries that find names near one that no bank has, the nearest first: without the last or the first word, and then
 * with only the start of the longest word.
 */
export function looserQueries(query: string): string[] {
  const words = query.trim().split(/\s+/)
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one))
  const candidates = [
    words.slice(0, -1).join(' '),
    words.slice(1).join(' '),
    longest,
    longest.slice(0, Math.ceil(longest.length * 0.6)),
    longest.slice(0, lengthMin),
  ]
  return [...new Set(candidates)].filter((text) => text.length >= lengthMin && text !== query.trim())
}

/** Shorter texts find banks that have nothing to do with the query. */
const lengthMin = 3
