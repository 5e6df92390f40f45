/**
 * Checks whether a bank is in one of the countries that a search covers. Each country is a range of bank numbers. The
 * check is optimised, because it runs for thousands of banks.
 */
import type { Range } from '../storage/bank-table.ts'

/**
 * Returns a function that takes the bank ranges of a search and returns a check for bank numbers. A check is valid only
 * until the function is called again, because all checks share the array `marks`.
 */
export function createRangeCheck(
  bankCount: number,
): (ranges: readonly Range[] | undefined) => (bank: number) => boolean {
  const marks = new Uint8Array(bankCount)
  let markedRanges: readonly Range[] = []
  const mark = (ranges: readonly Range[], value: number): void => {
    for (const [from, to] of ranges) marks.fill(value, from, to)
  }
  return (ranges) => {
    if (ranges === undefined) return () => true
    const [only] = ranges
    if (ranges.length === 1 && only) return (bank) => bank >= only[0] && bank < only[1]
    // A region has many ranges, so mark its banks: reading a mark is faster than comparing the bank with each range.
    mark(markedRanges, 0)
    mark(ranges, 1)
    markedRanges = ranges
    return (bank) => marks[bank] === 1
  }
}
