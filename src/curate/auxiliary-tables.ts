/** Tables that stand beside the banks, whatever is in them, and the sources that they name. */
import { DatasetError } from '../dataset/dataset-error.ts'

/** A list by its entries, any other table as one object. */
export function figuresIn(file: string, text: string): object {
  try {
    return Object(JSON.parse(text))
  } catch (error) {
    throw DatasetError.at({ file }, `is not JSON (${(error as Error).message})`)
  }
}

/** A table names its source at its top, and there that of a part which came from elsewhere; a list in each entry. */
export function sourcesNamedIn(figures: object): string[] {
  if (Array.isArray(figures)) return figures.flatMap((entry) => sourcesNamedIn(Object(entry)))
  return Object.entries(figures)
    .filter(([field, value]) => /(?:^|_)source$/.test(field) && typeof value === 'string')
    .map(([, value]) => value)
}
