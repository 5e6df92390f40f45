/**
 * Gives a new data folder the history of the folder that was published before it: the changes of the earlier releases,
 * and those from that folder to the new one. A reduced build gets its history in this way, because its revisions are not
 * those of the full data.
 */
import { changesFile, readChangeFiles } from '../../../../src/dataset/data-files.ts'
import { readReleases } from '../../../../src/dataset/releases.ts'
import { createValidator } from '../../../../src/dataset/schema-check.ts'
import type { Release } from '../../../../src/directory/records/list-change.ts'
import { openDataFolder, replaceFiles } from '../data-folder.ts'
import { compareFolders } from './compare-folders.ts'
import { changesText, headOf } from './write-release.ts'

/**
 * Writes to `changes/` of the new folder, and returns the names of the written files. Does nothing if that folder has
 * changes of its own. `date`: the date of the new release, in UTC.
 */
export function continueHistory(previous: string, folder: string, date: string): string[] {
  if (readChangeFiles(folder).size > 0) return []
  const [older, newer] = [openDataFolder(previous), openDataFolder(folder)]
  const files = readChangeFiles(previous)
  const chain = chainTo(older.revision, readReleases(files, createValidator, Number.POSITIVE_INFINITY))
  // With the facts of an earlier release, the history ends there: a chain must not return to a revision.
  const isReturn = newer.revision === older.revision || chain.some(({ from }) => from === newer.revision)
  const kept = isReturn ? chainTo(newer.revision, chain) : chain
  const texts = new Map(kept.map(({ to }) => [changesFile(to), (files.get(changesFile(to)) as Buffer).toString()]))
  if (!isReturn) {
    const comparison = compareFolders(older, newer)
    texts.set(changesFile(newer.revision), changesText(headOf(comparison, date), comparison))
  }
  return replaceFiles(folder, texts)
}

/** The releases that lead to the revision: none if it was never released. */
const chainTo = (revision: string, releases: readonly Release[]): readonly Release[] =>
  releases.slice(0, releases.findLastIndex(({ to }) => to === revision) + 1)
