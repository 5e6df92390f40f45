/**
 * Sort code: six digits that identify a bank branch in the United Kingdom. Only the format can be checked: a sort code
 * has no check digit, and the directory of sort codes in use requires a licence from Pay.UK.
 */
import { compact } from './compact.ts'
import { parseStructure, structureFault } from './structure.ts'
import { checkWithSuggestion, lookalikes, lostZero } from './suggest.ts'
import type { Check, Fault, Parts } from './verdict.ts'

export { compact }

const structure = parseStructure('6!n')
const typos = [lookalikes(structure), lostZero]

export const check = (input: string): Check =>
  checkWithSuggestion(compact(input), { checks: ['length', 'structure'], faultOf, typos })

const faultOf = (code: string): Fault | null => structureFault(code, structure, 'a sort code')

/** Example: 20-29-59. */
export const format = (canonical: string): string => canonical.replaceAll(/..(?=.)/gs, '$&-')

/** The first two digits identify the bank, and the other four identify its branch. */
export const parts = (canonical: string): Parts => ({ bank: canonical.slice(0, 2), branch: canonical.slice(2) })
