/**
 * Legal entity identifier (LEI), which identifies a company: 18 letters and digits, then two check digits. Defined by
 * ISO 17442, with check digits as in ISO 7064, MOD 97-10, and registered through GLEIF.
 */
import { remainder97 } from './check-digits.ts'
import { compact as compactAny, withoutLabel } from './compact.ts'
import { parseStructure, structureFault } from './structure.ts'
import { checkWithSuggestion, doubledCharacter, lookalikes, swappedNeighbours } from './suggest.ts'
import type { Check, Fault, Parts } from './verdict.ts'

/** Pattern of the canonical form. */
export const pattern = '^[A-Z0-9]{18}\\d{2}$'

const structure = parseStructure('18!c2!n')

/** Removes the label "LEI", but only if the text is too long: an identifier itself can start with these letters. */
export function compact(input: string): string {
  const text = compactAny(input)
  return text.length > structure.length ? withoutLabel(text, 'LEI') : text
}

const typos = [lookalikes(structure), swappedNeighbours, doubledCharacter]

/** `isKnown` returns whether an LEI is registered. If it is passed, only registered LEIs are suggested. */
export const check = (input: string, isKnown?: (identifier: string) => boolean): Check =>
  checkWithSuggestion(compact(input), {
    checks: ['length', 'structure', 'mod97'],
    faultOf,
    typos,
    isKnown,
    correctsLostDigit: true,
  })

function faultOf(identifier: string): Fault | null {
  const fault = structureFault(identifier, structure, 'a legal entity identifier')
  if (fault || remainder97(identifier, 0, identifier.length) === 1) return fault
  const message = `The check digits (${identifier.slice(18)}) do not match: a character is wrong, or two are swapped.`
  return { reason: 'checksum', message, at: null }
}

/** An LEI is written without separators. */
export const format = (canonical: string): string => canonical

export const parts = (canonical: string): Parts => ({
  issuer: canonical.slice(0, 4),
  entity: canonical.slice(4, 18),
  check_digits: canonical.slice(18),
})
