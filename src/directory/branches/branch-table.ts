/**
 * Looks up rows of a branch list by code. The list stays in the form of the file: one buffer with the rows sorted by
 * code, which is searched without parsing it first.
 */
import { branchColumns, branchHeaders } from './branch-list.ts'

export interface BranchRow {
  code: string
  name: string | null
  city: string | null
  region: string | null
  /** Id of the bank that uses the code, if it is not the bank of the prefix. */
  holder: string | null
  /** Name of the bank that uses the code, if that bank is not in the directory. */
  holderName: string | null
  /** The code that replaces this one. */
  successor: string | null
  /** The letters of its rails, empty for all of them, `-` for none; null if the list has no rails. */
  rails: string | null
}

export interface BranchTable {
  find(code: string): BranchRow | undefined
  /** Yields the rows with a code that starts with the prefix, in order of code. */
  withPrefix(prefix: string): Generator<BranchRow, void>
  /**
   * Yields the rows with a bank in the column `holder`, in order of code. Yields undefined every millisecond or so,
   * because the whole list is read.
   */
  withHolder(): Generator<(BranchRow & { holder: string }) | undefined, void>
}

const [tab, lineFeed] = [0x09, 0x0a]
const holderColumn = branchColumns.indexOf('holder')
/** The number of rows between two pauses. */
const rowsPerPause = 5_000

/** `bytes`: the content of a file that was checked. */
export function createBranchTable(bytes: Uint8Array): BranchTable {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const lineEnd = (start: number): number => buffer.indexOf(lineFeed, start)
  const rowsStart = lineEnd(0) + 1
  const hasRails = buffer.toString('utf8', 0, rowsStart - 1) === branchHeaders[1]

  const lineStart = (at: number): number => {
    let start = at
    while (start > rowsStart && buffer[start - 1] !== lineFeed) start--
    return start
  }

  /** Compares the code of the row at `start` with `key`, as far as `key` is long. */
  const compareAt = (start: number, key: string): number => {
    for (let at = 0; at < key.length; at++) {
      const byte = buffer[start + at] as number
      if (byte === tab || byte === lineFeed) return -1
      const difference = byte - key.charCodeAt(at)
      if (difference !== 0) return difference
    }
    return 0
  }

  /** Returns the start of the first row whose code is not before `key`. */
  const lowerBound = (key: string): number => {
    let [low, high] = [rowsStart, buffer.length]
    while (low < high) {
      const start = lineStart((low + high) >>> 1)
      if (compareAt(start, key) < 0) low = lineEnd(start) + 1
      else high = start
    }
    return low
  }

  /** Whether the row at `start` has this column at all: empty cells at the end of a row are left out. */
  const hasCell = (start: number, column: number): boolean => {
    let tabs = 0
    for (let at = start; buffer[at] !== lineFeed; at++) if (buffer[at] === tab && ++tabs === column) return true
    return false
  }

  const rowAt = (start: number): BranchRow => {
    const cells = buffer.toString('utf8', start, lineEnd(start)).split('\t')
    const [code = '', name, city, region, holder, holderName, successor, rails = ''] = cells
    return {
      code,
      name: name || null,
      city: city || null,
      region: region || null,
      holder: holder || null,
      holderName: holderName || null,
      successor: successor || null,
      rails: hasRails ? rails : null,
    }
  }

  return {
    find: (code) => {
      const start = lowerBound(code)
      if (start >= buffer.length || compareAt(start, code) !== 0) return undefined
      const row = rowAt(start)
      return row.code === code ? row : undefined
    },
    *withPrefix(prefix) {
      let start = lowerBound(prefix)
      while (start < buffer.length && compareAt(start, prefix) === 0) {
        yield rowAt(start)
        start = lineEnd(start) + 1
      }
    },
    *withHolder() {
      let rows = 0
      for (let start = rowsStart; start < buffer.length; start = lineEnd(start) + 1) {
        if (++rows % rowsPerPause === 0) yield undefined
        if (!hasCell(start, holderColumn)) continue
        const row = rowAt(start)
        if (row.holder !== null) yield row as BranchRow & { holder: string }
      }
    },
  }
}

/** Looks up rows in two lists. If both have a row with the same code, the row of `overlay` wins. */
export const overlayTable = (shipped: BranchTable, overlay: BranchTable): BranchTable => ({
  find: (code) => overlay.find(code) ?? shipped.find(code),
  *withPrefix(prefix) {
    const own = overlay.withPrefix(prefix)
    let next = own.next()
    for (const row of shipped.withPrefix(prefix)) {
      for (; !next.done && next.value.code < row.code; next = own.next()) yield next.value
      if (next.done || next.value.code !== row.code) yield row
    }
    for (; !next.done; next = own.next()) yield next.value
  },
  *withHolder() {
    for (const row of shipped.withHolder()) if (!row || !overlay.find(row.code)) yield row
    yield* overlay.withHolder()
  },
})
