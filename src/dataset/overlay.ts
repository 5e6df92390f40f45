/**
 * Merges an operator's own corrections (the overlay) into the shipped data. The overlay is a folder of the same structure.
 * A line replaces the bank with the same id or adds one; an entry of a table replaces the entry with the same id or code or
 * adds one. An overlay cannot remove anything; to hide a bank, it changes the status.
 */
import { DatasetError, excerpt, type FileLocation } from './dataset-error.ts'

export interface LocatedLine {
  text: string
  location: FileLocation
}

/** The lines of a JSONL file, each with its location; `bytes` must be UTF-8. */
export function locatedLines(file: string, bytes: Buffer): LocatedLine[] {
  const lines = bytes.toString().split('\n')
  if (lines.pop() !== '')
    throw DatasetError.at({ file, line: lines.length + 1 }, 'there is no newline at the end of the file')
  return lines.map((text, at) => ({ text, location: { file, line: at + 1 } }))
}

/** Merges two lists that are sorted by id. If both have an id, the overlay's line wins. */
export function mergeLines(shipped: LocatedLine[], overlay: LocatedLine[]): LocatedLine[] {
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

/** The merge needs a sorted overlay, and a check after the merge would report the wrong line. */
function checkOrder(lines: LocatedLine[]): void {
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1]
    if (before && idOf(line) <= idOf(before)) {
      throw DatasetError.at(line.location, `${excerpt(idOf(line))} does not sort after ${excerpt(idOf(before))}`)
    }
  }
}

/** A line that is not a record gets an arbitrary sort key; the reader rejects it later. */
const idOf = ({ text }: LocatedLine): string => /^\{"id":"([^"]*)"/.exec(text)?.[1] ?? text

/** Replaces rows with the same key. Keeps the order of the shipped rows and appends new rows. */
export function mergeRows<Row>(shipped: Row[], overlay: Row[], keyOf: (row: Row) => string): Row[] {
  const overlayRows = new Map(overlay.map((row) => [keyOf(row), row]))
  const replaced = shipped.map((row) => overlayRows.get(keyOf(row)) ?? row)
  const shippedKeys = new Set(shipped.map(keyOf))
  return [...replaced, ...overlay.filter((row) => !shippedKeys.has(keyOf(row)))]
}
