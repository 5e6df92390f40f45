/** Loads a table of the shipped data that a reduced build of the data may lack. */
import { createRequire } from 'node:module'

/** Returns undefined if this build of the data does not have the file. */
export function loadOptionalTable<Table>(file: string): Table | undefined {
  try {
    return createRequire(import.meta.url)(`../../data/${file}`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}
