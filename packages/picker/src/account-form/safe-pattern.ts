/**
 * Compiles the patterns of account fields. They come from a service, and some regular expressions take years to match,
 * so only those that look like the patterns of our data are compiled: characters and classes with counts, in groups
 * without counts.
 */

const part = '(?:[\\w /-]|\\\\[d.]|\\[(?:\\w-\\w|\\\\d|\\w)+\\])(?:\\?|\\{\\d\\d?(?:,\\d\\d?)?\\})?'
const safe = new RegExp(`^\\^(?:\\((?:\\?:)?|[|)]|${part})+\\$$`)

/** Returns undefined for any other pattern: the service checks the value anyway. */
export function compilePattern(pattern: string): RegExp | undefined {
  // Each choice multiplies the number of ways in which a text can match, a range of counts by up to 100.
  const choices = pattern.match(/\?(?!:)|\||,/g) ?? []
  const ranges = choices.filter((choice) => choice === ',')
  if (pattern.length > 200 || choices.length > 6 || ranges.length > 2 || !safe.test(pattern)) return undefined
  try {
    return new RegExp(pattern)
  } catch {
    return undefined
  }
}
