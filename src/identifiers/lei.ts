/**
 * Legal entity identifier: 18 letters and digits and two check digits that name a company.
 * ISO 17442; check digits as in ISO 7064, MOD 97-10. Registered through GLEIF.
 */
import { remainder97 } from './check-digits.ts'
import { compact as compactAny, withoutLabel } from './compact.ts'
import { judge } from './judge.ts'
import { doubledCharacter, lookalikes, swappedNeighbours } from './mend.ts'
import { shapeFault, shapeOf } from './shape.ts'
import { accepted, type Fault, type Parts, type Verdict } from './verdict.ts'

/** In its canonical form. */
export const pattern = '^[A-Z0-9]{18}\\d{2}$'

const shape = shapeOf('18!c2!n')

/** Without what people write in front of it, unless that is a part of it. */
export function compact(input: string): string {
  const text = compactAny(input)
  return text.length > shape.length ? withoutLabel(text, 'LEI') : text
}

const slips = [lookalikes(shape), swappedNeighbours, doubledCharacter]

/** Whoever has a list of those that are given says which are known, so that no other is suggested. */
export const check = (input: string, isKnown?: (number: string) => boolean): Verdict =>
  judge(compact(input), faultOf, slips, accepted, isKnown)

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
