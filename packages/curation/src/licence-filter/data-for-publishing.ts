/** Prepares a data folder for publication: removes the facts whose terms may not allow it, unless they are included. */
import { join } from 'node:path'
import { type PublishingTerms, readPublishingTerms } from '../../../../src/dataset/publishing/publishing-terms.ts'
import type { Redistribution, Source } from '../../../../src/directory/records/source.ts'
import { openDataFolder } from '../data-folder.ts'
import { filterByTerms } from './filter.ts'
import { writeFilteredFolder } from './write-folder.ts'

export interface PublishingRequest {
  folder: string
  /** The terms whose facts are published although they are unclear or restrictive. */
  include: ReadonlySet<Redistribution>
  /** An existing folder in which the reduced data is written. The caller removes it. */
  temporaryFolder: string
}

export interface DataForPublishing extends Pick<PublishingTerms, 'without'> {
  /** The reduced data, or the given folder if it has no facts to remove. */
  folder: string
  /** The sources whose terms apply to the published data, because they are included. */
  terms: Source[]
}

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
