/**
 * Reads a domestic account number as people write it, where that differs from the national account number inside the
 * IBAN: "19-2000145399/0800" in Czechia, or 16 digits in Hungary. The rules are in `data/iban.json`.
 */
import { compact } from './compact.ts'
import { type DomesticPart, type DomesticRule, domesticRuleOf } from './domestic-iban.ts'
import type { Parts } from './verdict.ts'

/** `country`: the country of the number. Returns null if the country has no such form, or if the text does not match it. */
export function readDomesticNumber(text: string, country: string): Parts | null {
  const expression = expressionOf(country)
  const groups = expression?.exec(text.trim().toUpperCase())?.groups
  if (!groups) return null
  const written = Object.entries(groups).filter(([, value]) => value !== undefined)
  return Object.fromEntries(written.map(([name, value]) => [name, compact(value)]))
}

const expressions = new Map<string, RegExp | null>()

function expressionOf(country: string): RegExp | null {
  let expression = expressions.get(country)
  if (expression === undefined) {
    expression = createExpression(domesticRuleOf(country))
    expressions.set(country, expression)
  }
  return expression
}

const separator = '[\\s./-]+'

function createExpression(rule: DomesticRule | null): RegExp | null {
  if (!rule?.written) return null
  const parts = rule.written.map((name) => ({ name, part: rule.parts[name] as DomesticPart }))
  // Without separators, the length of the whole number tells the length of one part, but not of two.
  const between = parts.filter(({ part }) => isVariable(part)).length > 1 ? separator : `(?:${separator})?`
  const pieces = parts.map(({ name, part }, at) => {
    const isLast = at === parts.length - 1
    const piece = `(?<${name}>${patternOf(part)})${isLast ? '' : between}`
    return part.optional || part.min === 0 ? `(?:${piece})?` : piece
  })
  return new RegExp(`^${pieces.join('')}$`)
}

const isVariable = ({ length, min = length }: DomesticPart): boolean => min < length

/** Whether a character is allowed is checked later, by the structure of the IBAN. */
function patternOf({ length, min = length, pad }: DomesticPart): string {
  if (pad === 'end') return `[A-Z0-9]{${min}}(?:(?:${separator})?[A-Z0-9]{${length - min}})?`
  return min === length ? `[A-Z0-9]{${length}}` : `[A-Z0-9]{${Math.max(min, 1)},${length}}`
}
