/**
 * Business identifier code: four characters for the institution, two letters for its country, two characters for the
 * place and, where a branch is meant, three more. ISO 9362; registered by SWIFT. It has no check digit.
 */
import { checkWithSuggestion } from './check-with-suggestion.ts'
import { compact as compactAny, withoutLabel } from './compact.ts'
import { isCountry } from './iso-countries.ts'
import { lengthFault, shapeFault, shapeOf } from './structure.ts'
import { lookalikes } from './suggest.ts'
import type { Check, Fault, Parts } from './verdict.ts'

/** In its canonical form. */
export const pattern = '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$'

const office = shapeOf('4!c2!a2!c')
const branch = shapeOf('4!c2!a5!c')
/** Set apart from what follows, so that it is no part of it. */
const label = /^\s*(?:(?:BIC|SWIFT)[\s:/.-]+)+/i

/** Without what people write in front of it, unless that is a part of it, as in BICFFRPP. */
export function compact(input: string): string {
  const text = compactAny(input.replace(label, ''))
  const rest = withoutLabel(withoutLabel(text, 'SWIFT'), 'BIC')
  return !hasLength(text) && hasLength(rest) ? rest : text
}

const hasLength = ({ length }: string): boolean => length === office.length || length === branch.length

// Without a check digit, any other typo could have led to any country.
const typos = [lookalikes(office), lookalikes(branch)]

export function check(input: string): Check {
  const result = checkWithSuggestion(compact(input), { checks: ['length', 'structure'], faultOf, typos })
  return result.passed ? { ...result, canonical: headOffice(result.canonical) } : result
}

function faultOf(code: string): Fault | null {
  if (!hasLength(code)) {
    return lengthFault(code, '8 or 11 characters', 'a BIC')
  }
  const fault = shapeFault(code, code.length === office.length ? office : branch, 'a BIC')
  const country = code.slice(4, 6)
  if (fault || isCountry(country)) return fault
  const message = `Characters 5 and 6 of a BIC name its country; no country has the code ${country}.`
  return { reason: 'country', message, at: [4, 6] }
}

/** XXX means the head office, which the short form means too. */
const headOffice = (code: string): string =>
  code.length === branch.length && code.endsWith('XXX') ? code.slice(0, office.length) : code

/** It is written in one piece. */
export const format = (canonical: string): string => canonical

export const parts = (canonical: string): Parts => ({
  institution: canonical.slice(0, 4),
  country: canonical.slice(4, 6),
  location: canonical.slice(6, 8),
  ...(canonical.length > office.length && { branch: canonical.slice(8) }),
})
