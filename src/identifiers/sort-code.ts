/**
 * Sort code: six digits that identify a bank branch in the United Kingdom. Pay.UK licenses the directory of codes in
 * use, and a sort code has no check digit, so no public rule can confirm a code.
 */
import { checkWithSuggestion } from './check-with-suggestion.ts'
import { compact } from './compact.ts'
import { parseStructure, structureFault } from './structure.ts'
import { lookalikes, lostZero } from './suggest.ts'
import type { Check, Fault, Parts } from './verdict.ts'

export { compact }

const structure = parseStructure('6!n')
const typos = [lookalikes(structure), lostZero]

export const check = (input: string): Check =>
  checkWithSuggestion(compact(input), { checks: ['length', 'structure'], faultOf, typos })

const faultOf = (code: string): Fault | null => structureFault(code, structure, 'a sort code')

/** Example: 20-29-59. */
export const format = (canonical: string): string => canonical.replaceAll(/..(?=.)/gs, '$&-')

/** The first two digits identify the bank, the others its branch. */
export const parts = (canonical: string): Parts => ({ bank: canonical.slice(0, 2), branch: canonical.slice(2) })
