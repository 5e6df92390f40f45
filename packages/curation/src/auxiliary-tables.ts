/**
 * Finds the source ids in auxiliary tables. These are the JSON files other than the bank files, and their formats vary.
 */
import { parseJson } from '../../../src/dataset/read-folder.ts'

/** Wraps a bare string or number in an object, so that callers can treat every table as an object or an array. */
export const parseTable = (file: string, text: string): object => Object(parseJson(text, { file }))

/**
 * Returns the sources that a table names. A table that is an object names its source in the top-level field `source`;
 * if part of it has a different source, a field ending in `_source` names it, or the object inside that has these facts.
 * In a table that is an array, each entry names its own source.
 */
export function sourcesNamedIn(table: object): string[] {
  if (Array.isArray(table)) return table.flatMap((entry) => sourcesNamedIn(Object(entry)))
  return Object.entries(table).flatMap(([field, value]) => {
    if (typeof value === 'string') return /(?:^|_)source$/.test(field) ? [value] : []
    return value === null || typeof value !== 'object' || Array.isArray(value) ? [] : sourcesNamedIn(value)
  })
}
