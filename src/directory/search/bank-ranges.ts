/** Whether a bank is in one of the ranges: asked of thousands of banks in a search. */
import type { Range } from '../storage/bank-table.ts'

/** A function for each list of ranges. Of a region with many countries the banks are marked first. */
export function createRangeCheck(banks: number): (ranges: readonly Range[] | undefined) => (bank: number) => boolean {
  const marks = new Uint8Array(banks)
  let marked: readonly Range[] = []
  const fill = (ranges: readonly Range[], mark: number): void => {
    for (const [from, to] of ranges) marks.fill(mark, from, to)
  }
  return (ranges) => {
    if (ranges === undefined) return () => true
    const [only] = ranges
    if (ranges.length === 1 && only) return (bank) => bank >= only[0] && bank < only[1]
    fill(marked, 0)
    fill(ranges, 1)
    marked = ranges
    return (bank) => marks[bank] === 1
  }
}
