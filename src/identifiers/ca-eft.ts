/**
 * Canadian routing number as electronic payments write it: a zero, the institution and the branch (transit), nine
 * digits. Numbers are given by Payments Canada, whose directory is not open; there is no check digit.
 */
import { checkWithSuggestion } from './check-with-suggestion.ts'
import { compact as compactAny, withoutLabel } from './compact.ts'
import { shapeFault, shapeOf } from './structure.ts'
import { lookalikes, lostZero } from './suggest.ts'
import type { Check, Fault, Parts } from './verdict.ts'

const shape = shapeOf('9!n')
const typos = [lookalikes(shape), lostZero]

/** International messages put //CC in front. */
export const compact = (input: string): string => withoutLabel(compactAny(input), 'CC')

export const check = (input: string): Check =>
  checkWithSuggestion(compact(input), { checks: ['length', 'structure'], faultOf, typos })

function faultOf(number: string): Fault | null {
  const fault = shapeFault(number, shape, 'an electronic routing number')
  if (fault || number.startsWith('0')) return fault
  const message = `An electronic routing number begins with 0; this one begins with ${number.charAt(0)}.`
  return { reason: 'format', message, at: [0, 1] }
}

/** It is written in one piece. */
export const format = (canonical: string): string => canonical

export const parts = (canonical: string): Parts => ({
  institution: canonical.slice(1, 4),
  transit: canonical.slice(4),
})

/** The same branch as cheques name it. Its electronic number can differ from that on its cheques. */
export const toCheque = (canonical: string): string => canonical.slice(4) + canonical.slice(1, 4)
