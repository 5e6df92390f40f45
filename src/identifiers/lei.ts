/**
 * Legal entity identifier: 18 letters and digits and two check digits that name a company.
 * ISO 17442; check digits as in ISO 7064, MOD 97-10. Registered through GLEIF.
 */
import { remainder97 } from './check-digits.ts'
import { checkWithSuggestion } from './check-with-suggestion.ts'
import { compact as compactAny, withoutLabel } from './compact.ts'
import { shapeFault, shapeOf } from './structure.ts'
import { doubledCharacter, lookalikes, swappedNeighbours } from './suggest.ts'
import type { Check, Fault, Parts } from './verdict.ts'

/** In its canonical form. */
export const pattern = '^[A-Z0-9]{18}\\d{2}$'

const shape = shapeOf('18!c2!n')

/** Without what people write in front of it, unless that is a part of it. */
export function compact(input: string): string {
  const text = compactAny(input)
  return text.length > shape.length ? withoutLabel(text, 'LEI') : text
}

const typos = [lookalikes(shape), swappedNeighbours, doubledCharacter]

/** `isKnown`: a caller with a list of registered identifiers limits suggestions to them. */
export const check = (input: string, isKnown?: (identifier: string) => boolean): Check =>
  checkWithSuggestion(compact(input), { checks: ['length', 'structure', 'mod97'], faultOf, typos, isKnown })

function faultOf(identifier: string): Fault | null {
  const fault = shapeFault(identifier, shape, 'a legal entity identifier')
  if (fault || remainder97(identifier, 0, identifier.length) === 1) return fault
  return { reason: 'checksum', message: 'The last two digits do not fit the other 18 characters.', at: null }
}

/** It is written in one piece. */
export const format = (canonical: string): string => canonical

export const parts = (canonical: string): Parts => ({
  issuer: canonical.slice(0, 4),
  entity: canonical.slice(4, 18),
  check_digits: canonical.slice(18),
})
