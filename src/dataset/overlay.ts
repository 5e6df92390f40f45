/**
 * An operator's own corrections over the shipped data: a folder of the same form. A line replaces the bank of that id or
 * adds one; an entry of a table replaces the one of that id or code, or adds one. Nothing is taken away: a bank that is
 * gone gets a status.
 */
import { DatasetError, excerpt, type FileLocation } from './dataset-error.ts'

export interface LocatedLine {
  text: string
  location: FileLocation
}

/** The lines of a file of banks, each with where it stands; `bytes` are UTF-8. */
export function locatedLines(file: string, bytes: Buffer): LocatedLine[] {
  const lines = bytes.toString().split('\n')
  if (lines.pop() !== '') throw DatasetError.at({ file, line: lines.length + 1 }, 'the last line does not end')
  return lines.map((text, at) => ({ text, location: { file, line: at + 1 } }))
}

/** Both sorted by id; where an id is in both, the overlay's line counts. */
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

/** Merging needs it, and the check of the whole would name the wrong line. */
function checkOrder(lines: LocatedLine[]): void {
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1]
    if (before && idOf(line) <= idOf(before)) {
      throw DatasetError.at(line.location, `${excerpt(idOf(line))} does not sort after ${excerpt(idOf(before))}`)
    }
  }
}

/** What is no record yet sorts somewhere; it is refused when it is read. */
const idOf = ({ text }: LocatedLine): string => /^\{"id":"([^"]*)"/.exec(text)?.[1] ?? text

/** By `keyOf`; the order of the shipped rows stays, what is new comes behind. */
export function mergeRows<Row>(shipped: Row[], overlay: Row[], keyOf: (row: Row) => string): Row[] {
  const own = new Map(overlay.map((row) => [keyOf(row), row]))
  const replaced = shipped.map((row) => own.get(keyOf(row)) ?? row)
  const known = new Set(shipped.map(keyOf))
  return [...replaced, ...overlay.filter((row) => !known.has(keyOf(row)))]
}
