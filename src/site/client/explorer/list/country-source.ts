/**
 * Rows of the banks in a country. The server renders the first of them; the whole list is loaded when more are needed.
 */
import type { RowBank } from '../../../views/bank-row.ts'
import type { RowSource } from './virtual-list.ts'

/** Rows of a list that is loaded. */
export const listSource = (banks: readonly RowBank[], render: (bank: RowBank) => string): RowSource => ({
  total: banks.length,
  rowAt: (index) => {
    const bank = banks[index]
    return bank && render(bank)
  },
  need: () => undefined,
})

/** Rows of a list that has only its first rows yet. `load` is called when more are needed. */
export const partialSource = (
  first: readonly (string | HTMLElement)[],
  total: number,
  load: () => void,
): RowSource => ({
  total: Math.max(total, first.length),
  rowAt: (index) => first[index],
  need: (end) => {
    if (end > first.length) load()
  },
})
