/**
 * ABA routing number: nine digits that name a US institution for ACH, wires and cheques.
 * Issued by the American Bankers Association; checksum as in its "Key to Routing Numbers".
 */
import { accepted, refused, type Verdict } from './verdict.ts'

const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1]

export const compact = (input: string): string => input.replaceAll(/[\s-]/g, '')

export function check(input: string): Verdict {
  const number = compact(input)
  if (!/^\d{9}$/.test(number)) return refused('format', 'A routing number has nine digits.')
  // Nine zeros satisfy the checksum, and spreadsheets produce them from empty cells.
  if (number === '000000000') return refused('unassigned', 'No bank has the routing number 000000000.')
  const sum = weights.reduce((total, weight, at) => total + weight * Number(number[at]), 0)
  return sum % 10 === 0 ? accepted(number) : refused('checksum', 'The last digit does not fit the other eight.')
}
