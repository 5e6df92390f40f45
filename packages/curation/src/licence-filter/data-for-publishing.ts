/** Prepares a data folder for publication: removes the facts whose terms may not allow it, unless they are included. */
import { join } from 'node:path'
import {
  type DataForPublishing,
  type PublishingRequest,
  readPublishingTerms,
} from '../../../../src/dataset/publishing/publishing-terms.ts'
import { openDataFolder } from '../data-folder.ts'
import { filterByTerms } from './filter.ts'
import { writeFilteredFolder } from './write-folder.ts'

export function dataForPublishing({ folder, include, temporaryFolder }: PublishingRequest): DataForPublishing {
  const { without, toRemove, included } = readPublishingTerms(folder, include)
  if (toRemove.length === 0) return { folder, without, terms: included }
  const data = openDataFolder(folder)
  const classes = new Set(toRemove)
  const reduced = join(temporaryFolder, 'data')
  writeFilteredFolder(data, filterByTerms(data, classes), classes, reduced)
  // Without these facts, fewer sources may be left.
  return { folder: reduced, without, terms: readPublishingTerms(reduced, include).included }
}
