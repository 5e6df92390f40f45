/**
 * Business identifier code (BIC): four characters for the institution, two letters for its country, two characters for
 * the location and, for a branch, three more. Defined by ISO 9362 and registered by SWIFT. It has no check digit.
 */
import { compact as compactAny, withoutLabel } from './compact.ts'
import codes from './country-codes.json' with { type: 'json' }
import { lengthFault, parseStructure, structureFault } from './structure.ts'
import { checkWithSuggestion, lookalikes } from './suggest.ts'
import type { Check, Fault, Parts } from './verdict.ts'

/** Pattern of the canonical form. */
export const pattern = '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$'

const office = parseStructure('4!c2!a2!c')
const branch = parseStructure('4!c2!a5!c')
/** The separator after the label is required, because a BIC itself can start with these letters. */
const label = /^\s*(?:(?:BIC|SWIFT)[\s:/.-]+)+/i

/** Removes the label BIC or SWIFT, unless the letters are part of the code itself, as in BICFFRPP. */
export function compact(input: string): string {
  const text = compactAny(input.replace(label, ''))
  const rest = withoutLabel(withoutLabel(text, 'SWIFT'), 'BIC')
  return !hasLength(text) && hasLength(rest) ? rest : text
}

const hasLength = ({ length }: string): boolean => length === office.length || length === branch.length

// Only characters that look alike are corrected: a BIC has no check digit to confirm the correction of other typos.
const typos = [lookalikes(office), lookalikes(branch)]

export function check(input: string): Check {
  const result = checkWithSuggestion(compact(input), { checks: ['length', 'structure'], faultOf, typos })
  return result.passed ? { ...result, canonical: headOffice(result.canonical) } : result
}

function faultOf(code: string): Fault | null {
  if (!hasLength(code)) {
    return lengthFault(code, '8 or 11 characters', 'a BIC')
  }
  const fault = structureFault(code, code.length === office.length ? office : branch, 'a BIC')
  const country = code.slice(4, 6)
  if (fault || isCountry(country)) return fault
  const message = `Characters 5 and 6 of a BIC must be a country code; ${country} is not one.`
  return { reason: 'country', message, at: [4, 6] }
}

/** Removes the branch code XXX: it means the head office, like a BIC without a branch code. */
const headOffice = (code: string): string =>
  code.length === branch.length && code.endsWith('XXX') ? code.slice(0, office.length) : code

/** A BIC is written without separators. */
export const format = (canonical: string): string => canonical

export const parts = (canonical: string): Parts => ({
  institution: canonical.slice(0, 4),
  country: canonical.slice(4, 6),
  location: canonical.slice(6, 8),
  ...(canonical.length > office.length && { branch: canonical.slice(8) }),
})

/** Country codes that an IBAN or a BIC can contain: those of ISO 3166, and XK, which banks in Kosovo use. */
const countries = new Set(codes.countries.split(' '))

export const isCountry = (code: string): boolean => countries.has(code)
