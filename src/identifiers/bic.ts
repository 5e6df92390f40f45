/**
 * Business identifier code: four characters for the institution, two letters for its country, two characters for the
 * place and, where a branch is meant, three more. ISO 9362; registered by SWIFT. It has no check digit.
 */
import { compact } from './compact.ts'
import codes from './country-codes.json' with { type: 'json' }
import { judge } from './judge.ts'
import { lookalikes, swappedNeighbours } from './mend.ts'
import { lengthFault, shapeFault, shapeOf } from './shape.ts'
import { accepted, type Fault, type Parts, type Verdict } from './verdict.ts'

export { compact }

/** In its canonical form. */
export const pattern = '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$'

const office = shapeOf('4!c2!a2!c')
const branch = shapeOf('4!c2!a5!c')
const slips = [lookalikes(office), lookalikes(branch), swappedNeighbours]
const countries = new Set(codes.countries.split(' '))

export const check = (input: string): Verdict =>
  judge(compact(input), faultOf, slips, (code) => accepted(headOffice(code)))

function faultOf(code: string): Fault | null {
  if (code.length !== office.length && code.length !== branch.length) {
    return lengthFault(code, '8 or 11 characters', 'a BIC')
  }
  const fault = shapeFault(code, code.length === office.length ? office : branch, 'a BIC')
  const country = code.slice(4, 6)
  if (fault || countries.has(country)) return fault
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
