/** Computes the revision of a data folder without loading its banks. */
import { overlayName, readFiles } from './data-files.ts'
import { DatasetError } from './dataset-error.ts'
import { mergeRows } from './overlay.ts'
import { revisionOf } from './revision.ts'

interface DatedSource {
  id: string
  date: string
}

/** Reads all data files, which takes about 100 ms. */
export function readRevision(folder: string, overlay?: string): string {
  const files = readFiles(folder, overlay)
  const sourcesIn = (name: string): DatedSource[] => JSON.parse(files.get(name)?.toString() ?? '[]')
  try {
    const merged = mergeRows(sourcesIn('sources.json'), sourcesIn(overlayName('sources.json')), ({ id }) => id)
    return revisionOf(
      files,
      merged.map(({ date }) => date),
    )
  } catch (error) {
    throw DatasetError.at({ file: 'sources.json' }, `cannot be read (${(error as Error).message})`)
  }
}
