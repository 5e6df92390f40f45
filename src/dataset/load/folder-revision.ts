/** Computes the revision of data that was loaded without it. */
import type { Source } from '../../directory/records/source.ts'
import { readFiles } from '../data-files.ts'
import { revisionOf } from '../revision.ts'

/** Reads all data files, which takes about 100 ms. */
export function revisionOfFolder(folder: string, sources: ReadonlyMap<string, Source>): string {
  const dates = Array.from(sources.values(), ({ date }) => date)
  return revisionOf(readFiles(folder), dates)
}
