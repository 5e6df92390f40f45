/**
 * Sort code: six digits that name a branch of a bank in the United Kingdom. The directory of those in use is licensed
 * by Pay.UK and not open, and a sort code has no check digit: nothing public proves one.
 */
import { checkWithSuggestion } from './check-with-suggestion.ts'
import { compact } from './compact.ts'
import { shapeFault, shapeOf } from './structure.ts'
import { lookalikes, lostZero } from './suggest.ts'
import type { Check, Fault, Parts } from './verdict.ts'

export { compact }

const shape = shapeOf('6!n')
const typos = [lookalikes(shape), lostZero]

export const check = (input: string): Check =>
  checkWithSuggestion(compact(input), { checks: ['length', 'structure'], faultOf, typos })

const faultOf = (code: string): Fault | null => shapeFault(code, shape, 'a sort code')

/** 20-29-59. */
export const format = (canonical: string): string => canonical.replaceAll(/..(?=.)/gs, '$&-')

/** The first two digits were given to a bank, the others to its branches. */
export const parts = (canonical: string): Parts => ({ bank: canonical.slice(0, 2), branch: canonical.slice(2) })
