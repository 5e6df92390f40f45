/** Where the rows of a list come from: the banks in a country, or the results of a search. */
import type { FoundBank } from '../../../../directory/search/search-schema.ts'
import type { RowBank } from '../../../views/bank-row.ts'
import { pageSize, resultsMax } from '../api/requests.ts'
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

/**
 * Rows of a search: the first page, rendered by the server or here, and further pages as the user scrolls. `load` requests
 * the page at an offset.
 */
export function createSearchSource(
  first: readonly (string | HTMLElement)[],
  total: number,
  render: (bank: FoundBank) => string,
  load: (offset: number) => void,
) {
  const rows = [...first]
  let requested = rows.length
  let shown = Math.min(total, resultsMax)
  return {
    get total() {
      return shown
    },
    rowAt: (index: number) => rows[index],
    need: (end: number): void => {
      if (end <= rows.length || requested > rows.length) return
      requested = rows.length + pageSize
      load(rows.length)
    },
    /** Adds the banks of the next page. */
    add: (banks: readonly FoundBank[]): void => {
      rows.push(...banks.map(render))
      requested = rows.length
      // The list ends with a short page, whatever total the service gave.
      if (banks.length < pageSize) shown = rows.length
    },
  }
}
