/**
 * Canadian routing number as it stands on cheques: the branch (transit), a hyphen and the institution, eight digits.
 * Numbers are given by Payments Canada, whose directory is not open; there is no check digit.
 */
import { checkWithSuggestion } from './check-with-suggestion.ts'
import { compact } from './compact.ts'
import { shapeFault, shapeOf } from './structure.ts'
import { lookalikes, lostZero } from './suggest.ts'
import type { Check, Fault, Parts } from './verdict.ts'

export { compact }

const shape = shapeOf('8!n')
const transitLength = 5

export const check = (input: string): Check =>
  checkWithSuggestion(compact(input), {
    checks: ['length', 'structure'],
    faultOf,
    typos: [lookalikes(shape), lostZero],
  })

const faultOf = (number: string): Fault | null => shapeFault(number, shape, 'the routing number of a Canadian cheque')

/** 01372-003. */
export const format = (canonical: string): string =>
  `${canonical.slice(0, transitLength)}-${canonical.slice(transitLength)}`

export const parts = (canonical: string): Parts => ({
  transit: canonical.slice(0, transitLength),
  institution: canonical.slice(transitLength),
})

/** The same branch as electronic payments name it. */
export const toEft = (canonical: string): string =>
  `0${canonical.slice(transitLength)}${canonical.slice(0, transitLength)}`
