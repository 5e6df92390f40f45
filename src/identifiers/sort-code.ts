/**
 * Sort code: six digits that name a branch of a bank in the United Kingdom. The directory of those in use is licensed
 * by Pay.UK and not open, and a sort code has no check digit: nothing public proves one.
 */
import { compact } from './compact.ts'
import { judge } from './judge.ts'
import { lookalikes, lostZero } from './mend.ts'
import { shapeFault, shapeOf } from './shape.ts'
import { type Fault, notChecked, type Parts, type Verdict } from './verdict.ts'

export { compact }

const shape = shapeOf('6!n')
const slips = [lookalikes(shape), lostZero]

export const check = (input: string): Verdict => judge(compact(input), faultOf, slips, unproven)

const faultOf = (code: string): Fault | null => shapeFault(code, shape, 'a sort code')

const unproven = (code: string): Verdict =>
  notChecked(code, 'no_rule', 'It has the form of a sort code; there is no open list of those in use.')

/** 20-29-59. */
export const format = (canonical: string): string => canonical.replaceAll(/..(?=.)/gs, '$&-')

/** The first two digits were given to a bank, the others to its branches. */
export const parts = (canonical: string): Parts => ({ bank: canonical.slice(0, 2), branch: canonical.slice(2) })
