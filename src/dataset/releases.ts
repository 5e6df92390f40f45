/**
 * Parses the files in `changes/`, which list the changes from one release to the next. These files are not hashed into
 * the data revision: they contain revisions themselves, and the data does not depend on them.
 */
import { isUtf8 } from 'node:buffer'
import {
  type ListChange,
  listChangeSchema,
  type Release,
  type ReleaseHead,
  releaseSchema,
} from '../directory/records/list-change.ts'
import { changesFile, changesFolder, type DataFiles } from './data-files.ts'
import { DatasetError, type FileLocation } from './dataset-error.ts'
import { locatedLines } from './overlay.ts'
import { readObject } from './read-folder.ts'
import type { CreateValidator, Validator } from './schema-check.ts'

/**
 * Maximum number of changes to load, newest first, so that startup time and memory use do not grow with every release.
 */
const changesMax = 20_000

interface ReleaseFile {
  name: string
  head: ReleaseHead
  bytes: Buffer
}

/** Returns the newest releases, up to `max` changes in total, oldest first. Each starts where the previous one ends. */
export function readReleases(files: DataFiles, createValidator: CreateValidator, max = changesMax): Release[] {
  // Return before compiling the schemas: compiling takes longer than everything else here, and most data folders have
  // no releases.
  if (files.size === 0) return []
  const validateHead = createValidator(releaseSchema)
  const validateChange = createValidator(listChangeSchema)
  const chain = chainOf([...files].map(([name, bytes]) => readFile(name, bytes, validateHead)))
  const releases: Release[] = []
  let remaining = max
  for (const { name, head, bytes } of chain.reverse()) {
    remaining -= checkLines(name, bytes, validateChange)
    if (remaining < 0) break
    releases.unshift({ ...head, lines: new Uint8Array(bytes.subarray(bytes.indexOf('\n') + 1)) })
  }
  return releases
}

function readFile(name: string, bytes: Buffer, validate: Validator): ReleaseFile {
  if (!isUtf8(bytes)) throw DatasetError.at({ file: name }, 'is not UTF-8')
  const location: FileLocation = { file: name, line: 1 }
  const end = bytes.indexOf('\n')
  if (end < 0) throw DatasetError.at(location, 'there is no newline at the end of the file')
  const head = readObject<ReleaseHead>(bytes.toString('utf8', 0, end), location, validate)
  if (name !== changesFile(head.to))
    throw DatasetError.at(location, `leads to ${head.to}, but the file has another name`)
  return { name, head, bytes }
}

/** Checks every change in the file and returns the number of changes. */
function checkLines(file: string, bytes: Buffer, validate: Validator): number {
  const lines = [...locatedLines(file, bytes)].slice(1)
  let previous = ''
  for (const { text, location } of lines) {
    const { id, country } = readObject<ListChange>(text, location, validate)
    if (id <= previous) throw DatasetError.at(location, `${id} follows ${previous}, but ids must be sorted and unique`)
    previous = id
    if (!id.startsWith(`${country.toLowerCase()}-`))
      throw DatasetError.at(location, `${id} is not a bank in ${country}`)
  }
  return lines.length
}

/**
 * Sorts the releases from oldest to newest. They must form one chain, so that a client can catch up from any release.
 */
function chainOf(files: ReleaseFile[]): ReleaseFile[] {
  const byStart = new Map<string, ReleaseFile>()
  const ends = new Set(files.map(({ head }) => head.to))
  for (const file of files) {
    const { from } = file.head
    const other = byStart.get(from)
    if (other) throw DatasetError.at({ file: file.name, line: 1 }, `starts at ${from}, like ${other.name}`)
    byStart.set(from, file)
  }
  const [first, second] = files.filter(({ head }) => !ends.has(head.from))
  if (second)
    throw DatasetError.at({ file: second.name, line: 1 }, `starts at ${second.head.from}, where no other release ends`)
  const chain: ReleaseFile[] = []
  for (let next = first; next; next = byStart.get(next.head.to)) chain.push(next)
  if (chain.length < files.length) throw DatasetError.at({ file: changesFolder }, 'the releases form a cycle')
  return chain
}
