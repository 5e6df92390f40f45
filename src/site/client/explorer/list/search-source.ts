/** Rows of a search: the first page, and further pages as the user scrolls. */
import type { FoundBank } from '../../../../directory/search/search-schema.ts'
import { pageSize, resultsMax } from '../api/requests.ts'
import type { RowSource } from './virtual-list.ts'

export interface SearchSource extends RowSource {
  /** Adds the banks of the next page. */
  add(banks: readonly FoundBank[]): void
}

/**
 * `first`: the rows of the first page, rendered by the server or here. `load` requests the page at an offset.
 */
export function createSearchSource(
  first: readonly (string | HTMLElement)[],
  total: number,
  render: (bank: FoundBank) => string,
  load: (offset: number) => void,
): SearchSource {
  const rows = [...first]
  let requested = rows.length
  let shown = Math.min(total, resultsMax)
  return {
    get total() {
      return shown
    },
    rowAt: (index) => rows[index],
    need: (end) => {
      if (end <= rows.length || requested > rows.length) return
      requested = rows.length + pageSize
      load(rows.length)
    },
    add: (banks) => {
      rows.push(...banks.map(render))
      requested = rows.length
      // The list ends with a short page, whatever total the service gave.
      if (banks.length < pageSize) shown = rows.length
    },
  }
}
