/** Checks an identifier for which there is no public rule: it only has to match a pattern from the data. */
import { compact } from './compact.ts'
import { parsePattern } from './pattern-grammar.ts'
import { lengthFault, parseStructure, structureFault } from './structure.ts'
import { checkWithSuggestion, lookalikes, lostZero, type Typo } from './suggest.ts'
import { type Check, type Fault, passed } from './verdict.ts'

interface PatternRules {
  expression: RegExp
  min: number
  max: number
  /** The allowed characters, as in `structure.ts`: `n` (digits), `a` (letters) or `c` (both). */
  sign: string
}

/** `name`: the name of the identifier in messages, with its article. */
export function checkPattern(input: string, pattern: string, name: string): Check {
  const text = compact(input)
  if (matchesPattern(text, pattern)) return passed(text, checks)
  const faultOf = (candidate: string): Fault | null => patternFault(candidate, pattern, name)
  return checkWithSuggestion(text, { checks, faultOf, typos: patternTypos(text, pattern) })
}

export const matchesPattern = (text: string, pattern: string): boolean => rulesOf(pattern).expression.test(text)

/** Returns the typos that can have turned an identifier that matches the pattern into the text. */
export function patternTypos(text: string, pattern: string): Typo[] {
  const { min, max, sign } = rulesOf(pattern)
  const misread = lookalikes(parseStructure(`${text.length}!${sign}`))
  // If the pattern allows several lengths, a text that is too short has not necessarily lost a leading zero.
  return min === max ? [misread, lostZero] : [misread]
}

const checks = ['length', 'structure'] as const

export function patternFault(text: string, pattern: string, name: string): Fault | null {
  const { expression, min, max, sign } = rulesOf(pattern)
  if (expression.test(text)) return null
  if (text.length < min || text.length > max) {
    const count = min === max ? `${min}` : `${min} to ${max}`
    return lengthFault(text, `${count} ${sign === 'n' ? 'digits' : 'characters'}`, name)
  }
  const message = `${JSON.stringify(text)} does not match the format of ${name}.`
  return structureFault(text, parseStructure(`${text.length}!${sign}`), name) ?? { reason: 'format', message, at: null }
}

/** Caches parsed patterns: parsing one takes longer than the check itself, and the data has only about a hundred. */
const cache = new Map<string, PatternRules>()

function rulesOf(pattern: string): PatternRules {
  const cached = cache.get(pattern)
  if (cached) return cached
  const { min, max, characters } = parsePattern(pattern)
  let sign = 'n'
  for (const allowed of characters) {
    if (allowed.includes('A')) sign = allowed.includes('0') ? 'c' : 'a'
  }
  const rules = { expression: new RegExp(pattern), min, max, sign }
  cache.set(pattern, rules)
  return rules
}
