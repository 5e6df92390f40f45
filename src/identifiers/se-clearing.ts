/**
 * Swedish clearing number: the four digits before an account number, which identify the bank. Bankinfrastruktur i
 * Sverige assigns clearing numbers in ranges. To those that start with 8, Swedbank adds a fifth digit, as in 8327-9. It
 * is a Luhn check digit, and transfers leave it out.
 */
import { luhnSum } from './check-digits.ts'
import { compact } from './compact.ts'
import { lengthFault, parseStructure, structureFault } from './structure.ts'
import { checkWithSuggestion, lookalikes } from './suggest.ts'
import type { Check, Fault, Parts } from './verdict.ts'

export { compact }

export const clearingLength = 4
const name = 'a clearing number'

export function check(input: string): Check {
  const number = compact(input)
  const isLong = number.length > clearingLength
  return checkWithSuggestion(number, {
    checks: isLong ? ['length', 'structure', 'checksum'] : ['length', 'structure'],
    faultOf,
    typos: [lookalikes(parseStructure(`${number.length}!n`))],
  })
}

function faultOf(number: string): Fault | null {
  const isLong = number.length === clearingLength + 1 && number.startsWith('8')
  if (!isLong && number.length !== clearingLength)
    return lengthFault(number, '4 digits, or 5 if it starts with 8', name)
  const fault = structureFault(number, parseStructure(`${number.length}!n`), name)
  if (fault || !isLong || luhnSum(number) % 10 === 0) return fault
  const message = 'The fifth digit of the clearing number is a check digit, and it does not match the other four.'
  return { reason: 'checksum', message, at: [clearingLength, clearingLength + 1] }
}

/** Example: 8327-9. A clearing number of four digits has no separator. */
export const format = (canonical: string): string =>
  canonical.length === clearingLength + 1
    ? `${canonical.slice(0, clearingLength)}-${canonical.slice(clearingLength)}`
    : canonical

export const parts = (canonical: string): Parts => ({ code: canonical })
