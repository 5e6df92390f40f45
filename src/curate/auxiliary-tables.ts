/** Finds the sources that the tables next to the banks name, whatever else those tables hold. */
import { parseJson } from '../dataset/schema-check.ts'

/** A list stays a list, so that its entries can be searched; any other value becomes one object. */
export const parseTable = (file: string, text: string): object => Object(parseJson(text, { file }))

/** A table names its source at the top level, with a second field for a part from elsewhere; a list names one in each entry. */
export function sourcesNamedIn(table: object): string[] {
  if (Array.isArray(table)) return table.flatMap((entry) => sourcesNamedIn(Object(entry)))
  return Object.entries(table)
    .filter(([field, value]) => /(?:^|_)source$/.test(field) && typeof value === 'string')
    .map(([, value]) => value)
}
