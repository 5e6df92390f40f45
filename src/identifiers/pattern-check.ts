/** Checks an identifier that has no public rule but its form, which the data gives as a pattern. */
import { checkWithSuggestion } from './check-with-suggestion.ts'
import { compact } from './compact.ts'
import { parsePattern } from './pattern-grammar.ts'
import { lengthFault, shapeFault, shapeOf } from './structure.ts'
import { lookalikes, lostZero } from './suggest.ts'
import { type Check, type Fault, passed } from './verdict.ts'

interface Form {
  expression: RegExp
  min: number
  max: number
  /** What every place has in common, in the notation of shapes. */
  sign: string
}

/** `name` says what the pattern is of, with its article. */
export function checkPattern(input: string, pattern: string, name: string): Check {
  const text = compact(input)
  const form = formOf(pattern)
  if (form.expression.test(text)) return passed(text, checks)
  const misread = lookalikes(shapeOf(`${text.length}!${form.sign}`))
  // Where lengths differ anyway, a zero in front is not missed.
  const typos = form.min === form.max ? [misread, lostZero] : [misread]
  const faultOf = (candidate: string): Fault | null => patternFault(candidate, form, name)
  return checkWithSuggestion(text, { checks, faultOf, typos })
}

const checks = ['length', 'structure'] as const

function patternFault(text: string, { expression, min, max, sign }: Form, name: string): Fault | null {
  if (expression.test(text)) return null
  if (text.length < min || text.length > max) {
    const count = min === max ? `${min}` : `${min} to ${max}`
    return lengthFault(text, `${count} ${sign === 'n' ? 'digits' : 'characters'}`, name)
  }
  const message = `${JSON.stringify(text)} does not have the form of ${name}.`
  return shapeFault(text, shapeOf(`${text.length}!${sign}`), name) ?? { reason: 'format', message, at: null }
}

/** By pattern: the data has some hundred, and parsing one takes longer than the check. */
const forms = new Map<string, Form>()

function formOf(pattern: string): Form {
  const known = forms.get(pattern)
  if (known) return known
  const { min, max, places } = parsePattern(pattern)
  let sign = 'n'
  for (const place of places) {
    if (place.includes('A')) sign = place.includes('0') ? 'c' : 'a'
  }
  const form = { expression: new RegExp(pattern), min, max, sign }
  forms.set(pattern, form)
  return form
}
