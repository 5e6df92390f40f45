/**
 * Canadian routing number for electronic payments (EFT), nine digits: a zero, the institution and the branch (transit).
 * Payments Canada assigns the numbers. Its directory is not public, and there is no check digit.
 */
import { compact as compactAny, withoutLabel } from './compact.ts'
import { parseStructure, structureFault } from './structure.ts'
import { checkWithSuggestion, lookalikes, lostZero } from './suggest.ts'
import type { Check, Fault, Parts } from './verdict.ts'

const structure = parseStructure('9!n')
const typos = [lookalikes(structure), lostZero]

/** Also removes the prefix //CC, which international payment messages put before the number. */
export const compact = (input: string): string => withoutLabel(compactAny(input), 'CC')

export const check = (input: string): Check =>
  checkWithSuggestion(compact(input), { checks: ['length', 'structure'], faultOf, typos })

function faultOf(number: string): Fault | null {
  const fault = structureFault(number, structure, 'an electronic routing number')
  if (fault || number.startsWith('0')) return fault
  const message = `An electronic routing number starts with 0; this one starts with ${number.charAt(0)}.`
  return { reason: 'format', message, at: [0, 1] }
}

/** An electronic routing number is written without separators. */
export const format = (canonical: string): string => canonical

export const parts = (canonical: string): Parts => ({
  institution: canonical.slice(1, 4),
  transit: canonical.slice(4),
})

/** Converts to the cheque routing number of the branch. Some branches print a different number on their cheques. */
export const toCheque = (canonical: string): string => canonical.slice(4) + canonical.slice(1, 4)
