/** Finds the banks that hold a UK sort code. */
import type { FoundHolders } from '../reading.ts'
import type { Holders } from './holders.ts'

/** Id of the code scheme for UK sort codes. */
const identifier = 'gb_sort_code'

/** `isExact`: whether a bank has exactly this sort code, rather than a range that contains it. */
export type SortCodeHolders = FoundHolders & { isExact: boolean }

export function holdersOfSortCode(sortCode: string, holders: Holders): SortCodeHolders {
  const exact = holders.codes(sortCode, identifier)
  if (exact.length > 0) return { ...holders.ofCodes(exact), isExact: true }
  return { ...holders.ofRange(identifier, sortCode), isExact: false }
}
