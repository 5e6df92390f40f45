/**
 * The terms of published data. A copy for other people leaves out the facts of sources with unclear or restrictive
 * terms, except for the terms that its publisher includes by name.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildFile, type DataBuildRecord } from '../../directory/records/data-build-record.ts'
import type { Redistribution, Source } from '../../directory/records/source.ts'
import { readDataFile } from '../data-file.ts'
import { dataTables } from '../data-tables.ts'
import { DatasetError } from '../dataset-error.ts'
import { parseJson } from '../read-folder.ts'

export const withheldByDefault = ['unclear', 'restricted'] as const satisfies Redistribution[]

export interface PublishingTerms {
  /** The terms whose facts the copy does not have. */
  without: Redistribution[]
  /** Those whose facts the folder still has: a copy of it must be filtered. */
  toRemove: Redistribution[]
  /** The sources in the folder whose terms apply to the copy, because the publisher includes them. */
  included: Source[]
}

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

/** Throws `DatasetError` if such a copy cannot be made of this folder, because it is a reduced build itself. */
export function readPublishingTerms(folder: string, include: ReadonlySet<Redistribution>): PublishingTerms {
  const sources = readJson(folder, dataTables.sources.file) as Source[]
  const build = existsSync(join(folder, buildFile)) ? (readJson(folder, buildFile) as DataBuildRecord) : undefined
  const has = (terms: Redistribution): boolean => sources.some(({ redistribution }) => redistribution === terms)
  const lacking = build?.without.filter((terms) => include.has(terms)) ?? []
  if (lacking.length > 0) throw notFull(folder, build, `has no facts whose terms are ${lacking.join(' or ')}`)
  const without = withheldByDefault.filter((terms) => !include.has(terms))
  const toRemove = without.filter(has)
  if (build && toRemove.length > 0)
    throw notFull(folder, build, `still has facts whose terms are ${toRemove.join(' or ')}`)
  const included = sources.filter(({ redistribution }) => include.has(redistribution))
  return { without, toRemove, included }
}

const notFull = (folder: string, build: DataBuildRecord | undefined, what: string): DatasetError =>
  DatasetError.at(
    { file: folder },
    `${what}, and was built without ${build?.without.join(' and ')}; use the full data, ${build?.from}`,
  )

const readJson = (folder: string, path: string): unknown =>
  parseJson(readDataFile({ folder, path, name: path }).toString(), { file: path })
