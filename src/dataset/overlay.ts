/**
 * Merges an operator's own corrections (the overlay) into the shipped data. The overlay is a folder with the same
 * structure as the data folder. A bank in the overlay replaces the shipped bank with the same id, or is added if there
 * is none. Table entries work the same way, by id or code. An overlay cannot remove anything; to hide a bank, change
 * its status.
 */
import { DatasetError, excerpt, type FileLocation } from './dataset-error.ts'

export interface LocatedLine {
  text: string
  location: FileLocation
}

/** Splits a JSONL file into lines, each with its location, one at a time. `bytes` must be UTF-8. */
export function* locatedLines(file: string, bytes: Buffer): Iterable<LocatedLine> {
  let [line, start] = [1, 0]
  for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
    yield { text: bytes.toString('utf8', start, end), location: { file, line } }
    start = end + 1
    line++
  }
  if (start < bytes.length) throw DatasetError.at({ file, line }, 'there is no newline at the end of the file')
}

const lineFeed = 0x0a

/** Merges two files that are sorted by id. If both have the same id, the overlay's line wins. */
export function mergeLines(shipped: Iterable<LocatedLine>, overlay: LocatedLine[]): LocatedLine[] {
  checkOrder(overlay)
  const merged: LocatedLine[] = []
  let next = 0
  for (const line of shipped) {
    const id = idOf(line)
    for (let own = overlay[next]; own && idOf(own) < id; own = overlay[next]) {
      merged.push(own)
      next++
    }
    const own = overlay[next]
    if (own && idOf(own) === id) {
      merged.push(own)
      next++
    } else merged.push(line)
  }
  return [...merged, ...overlay.slice(next)]
}

/** Checks that the overlay is sorted, as the merge requires. A check after the merge would report the wrong line. */
function checkOrder(lines: LocatedLine[]): void {
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1]
    if (before && idOf(line) <= idOf(before)) {
      throw DatasetError.at(
        line.location,
        `${excerpt(idOf(line))} follows ${excerpt(idOf(before))}, but ids must be sorted and unique`,
      )
    }
  }
}

/** A line that is not a bank record gets its own text as the sort key; it is rejected later, when it is parsed. */
const idOf = ({ text }: LocatedLine): string => /^\{"id":"([^"]*)"/.exec(text)?.[1] ?? text

/** Replaces each shipped row with the overlay row that has the same key, if any, and appends the other overlay rows. */
export function mergeRows<Row>(shipped: Row[], overlay: Row[], keyOf: (row: Row) => string): Row[] {
  const overlayRows = new Map(overlay.map((row) => [keyOf(row), row]))
  const replaced = shipped.map((row) => overlayRows.get(keyOf(row)) ?? row)
  const shippedKeys = new Set(shipped.map(keyOf))
  return [...replaced, ...overlay.filter((row) => !shippedKeys.has(keyOf(row)))]
}
