/** Finds the source ids in the auxiliary tables, the JSON files other than the banks, whatever their format. */
import { parseJson } from '../dataset/schema-check.ts'

/** An array stays an array, so that its entries can be searched; any other value becomes an object. */
export const parseTable = (file: string, text: string): object => Object(parseJson(text, { file }))

/**
 * An object names its source at the top level, in `source`, or in `..._source` for a part that has another source. An array
 * names one in each entry.
 */
export function sourcesNamedIn(table: object): string[] {
  if (Array.isArray(table)) return table.flatMap((entry) => sourcesNamedIn(Object(entry)))
  return Object.entries(table)
    .filter(([field, value]) => /(?:^|_)source$/.test(field) && typeof value === 'string')
    .map(([, value]) => value)
}
