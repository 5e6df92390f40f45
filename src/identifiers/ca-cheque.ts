/**
 * Canadian routing number as printed on cheques: five digits for the branch (transit), a hyphen, and three digits for
 * the institution. Payments Canada assigns the numbers. Its directory is not public, and there is no check digit.
 */
import { compact } from './compact.ts'
import { parseStructure, structureFault } from './structure.ts'
import { checkWithSuggestion, lookalikes, lostZero } from './suggest.ts'
import type { Check, Fault, Parts } from './verdict.ts'

export { compact }

const structure = parseStructure('8!n')
const transitLength = 5

export const check = (input: string): Check =>
  checkWithSuggestion(compact(input), {
    checks: ['length', 'structure'],
    faultOf,
    typos: [lookalikes(structure), lostZero],
  })

const faultOf = (number: string): Fault | null => structureFault(number, structure, 'a Canadian cheque routing number')

/** Example: 01372-003. */
export const format = (canonical: string): string =>
  `${canonical.slice(0, transitLength)}-${canonical.slice(transitLength)}`

export const parts = (canonical: string): Parts => ({
  transit: canonical.slice(0, transitLength),
  institution: canonical.slice(transitLength),
})

/** Converts to the electronic routing number of the same branch. */
export const toEft = (canonical: string): string =>
  `0${canonical.slice(transitLength)}${canonical.slice(0, transitLength)}`
