/**
 * The grammar of the patterns in the data: a subset of regular expressions that always match in bounded time.
 *
 *     pattern   = "^" branches "$"
 *     branches  = sequence { "|" sequence }       "|" is allowed only inside a group
 *     sequence  = part { part }
 *     part      = "(" branches ")" | "(?:" branches ")" | character [ count ]
 *     character = letter, digit, space, "-", "/", "_", "\d", "\.", or a class such as [A-Z0-9]
 *     count     = "?", "{n}" or "{n,m}", where n and m are at most 99
 *
 * A group has no count, so quantifiers cannot be nested. Every count has an upper bound, so the number of ways to
 * divide a text among the parts of a pattern is known. A backtracking matcher tries each way at most once, and a
 * pattern with more than `waysMax` ways is rejected.
 */

export interface ParsedPattern {
  /** Lengths of the shortest and the longest text that match. */
  min: number
  max: number
  /** The characters and character classes, as written in the pattern. */
  characters: string[]
}

/** The shortest and longest text that a piece of the pattern can match, and in how many ways it can match a text. */
interface Extent {
  min: number
  max: number
  ways: number
}

const patternLengthMax = 200
const waysMax = 1_000

const character = /(?:[A-Za-z0-9 /_-]|\\[d.]|\[(?:[A-Za-z0-9]-[A-Za-z0-9]|\\d|[A-Za-z0-9])+\])/y
const count = /\?|\{(\d{1,2})(?:,(\d{1,2}))?\}/y

export class UnsafePattern extends Error {
  override name = 'UnsafePattern'
}

/** Throws `UnsafePattern` if the pattern does not follow the grammar; its message says what is not allowed. */
export function parsePattern(pattern: string): ParsedPattern {
  if (pattern.length > patternLengthMax) throw new UnsafePattern(`it is longer than ${patternLengthMax} characters`)
  const characters: string[] = []
  let at = 0

  const take = (token: RegExp): RegExpExecArray | null => {
    token.lastIndex = at
    const found = token.exec(pattern)
    if (found) at += found[0].length
    return found
  }
  const takeText = (text: string): boolean => {
    if (!pattern.startsWith(text, at)) return false
    at += text.length
    return true
  }
  const fail = (): never => {
    const rest = pattern.slice(at, at + 10)
    throw new UnsafePattern(rest === '' ? 'it is incomplete' : `"${rest}" is not allowed at character ${at + 1}`)
  }

  const readBranches = (): Extent => {
    let all = readSequence()
    while (takeText('|')) {
      const { min, max, ways } = readSequence()
      all = { min: Math.min(all.min, min), max: Math.max(all.max, max), ways: all.ways + ways }
    }
    return all
  }
  const readSequence = (): Extent => {
    let all = readPart()
    while (at < pattern.length && !/[|)$]/.test(pattern.charAt(at))) {
      const { min, max, ways } = readPart()
      all = { min: all.min + min, max: all.max + max, ways: all.ways * ways }
    }
    return all
  }
  const readPart = (): Extent => {
    if (takeText('(?:') || takeText('(')) {
      const inner = readBranches()
      return takeText(')') ? inner : fail()
    }
    characters.push((take(character) ?? fail())[0])
    return readCount()
  }
  const readCount = (): Extent => {
    const found = take(count)
    if (!found) return { min: 1, max: 1, ways: 1 }
    if (found[0] === '?') return { min: 0, max: 1, ways: 2 }
    const min = Number(found[1])
    const max = Number(found[2] ?? min)
    if (max < min) throw new UnsafePattern(`"${found[0]}" has its numbers in the wrong order`)
    return { min, max, ways: max - min + 1 }
  }

  if (!takeText('^')) fail()
  const { min, max, ways } = readSequence()
  if (!takeText('$') || at < pattern.length) fail()
  if (ways > waysMax) throw new UnsafePattern(`it is ambiguous: a text can match in ${ways} ways (maximum ${waysMax})`)
  return { min, max, characters }
}

/**
 * Throws `UnsafePattern` like `parsePattern`, or `SyntaxError` if a class has a range in the wrong order, such as
 * [Z-A].
 */
export function compilePattern(pattern: string): RegExp {
  parsePattern(pattern)
  return new RegExp(pattern)
}
