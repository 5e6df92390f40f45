/** Parses JSON in a data file. */
import { DatasetError, type FileLocation } from './dataset-error.ts'

/** Throws `DatasetError` if the text is not JSON: the error of `JSON.parse` does not name the file. */
export function parseJson(text: string, location: FileLocation): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw DatasetError.at(location, notJson(error))
  }
}

export const notJson = (error: unknown): string => `is not JSON (${(error as Error).message})`
