/**
 * Reads what changed from release to release, the files in `changes/`. They lie outside the revision: they speak of it, and
 * what is served does not depend on them.
 */
import { isUtf8 } from 'node:buffer'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ListChange,
  listChangeSchema,
  type Release,
  type ReleaseHead,
  releaseSchema,
} from '../directory/records/list-change.ts'
import { readDataFile } from './data-file.ts'
import { DatasetError, type FileLocation } from './dataset-error.ts'
import { locatedLines } from './overlay.ts'
import { createSchemaCheck, parseJson } from './schema-check.ts'

export const changesFolder = 'changes'

export const changesFile = (revision: string): string => `${changesFolder}/${revision}.jsonl`

/** Older ones are left out, so that neither the start nor memory grows with every release. */
const changesMax = 20_000

interface ReleaseFile {
  name: string
  head: ReleaseHead
  bytes: Buffer
}

/** In their order, each beginning where the one before ends: the newest, up to `most` changes altogether. */
export function readReleases(folder: string, most = changesMax): Release[] {
  const files = listFiles(folder)
  // Making the checks takes longer than all else here, and most folders need none.
  if (files.length === 0) return []
  const checkHead = createSchemaCheck<ReleaseHead>(releaseSchema)
  const checkChange = createSchemaCheck<ListChange>(listChangeSchema)
  const chain = chainOf(files.map((name) => readFile(folder, name, checkHead)))
  const releases: Release[] = []
  let room = most
  for (const { name, head, bytes } of chain.reverse()) {
    room -= checkLines(name, bytes, checkChange)
    if (room < 0) break
    releases.unshift({ ...head, lines: new Uint8Array(bytes.subarray(bytes.indexOf('\n') + 1)) })
  }
  return releases
}

type Check<Row> = (value: unknown, location: FileLocation) => Row

function listFiles(folder: string): string[] {
  const inner = join(folder, changesFolder)
  const names = existsSync(inner) ? readdirSync(inner) : []
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => `${changesFolder}/${name}`)
}

function readFile(folder: string, name: string, checkHead: Check<ReleaseHead>): ReleaseFile {
  const bytes = readDataFile(folder, name)
  if (!isUtf8(bytes)) throw DatasetError.at({ file: name }, 'is not UTF-8')
  const location: FileLocation = { file: name, line: 1 }
  const end = bytes.indexOf('\n')
  if (end < 0) throw DatasetError.at(location, 'the last line does not end')
  const head = checkHead(parseJson(bytes.toString('utf8', 0, end), location), location)
  if (name !== changesFile(head.to))
    throw DatasetError.at(location, `leads to ${head.to}, which is not the file's name`)
  return { name, head, bytes }
}

/** Answers how many there are. */
function checkLines(file: string, bytes: Buffer, checkChange: Check<ListChange>): number {
  const lines = locatedLines(file, bytes).slice(1)
  let previous = ''
  for (const { text, location } of lines) {
    const { id, country } = checkChange(parseJson(text, location), location)
    if (id <= previous) throw DatasetError.at(location, `${id} does not sort after ${previous}`)
    previous = id
    if (!id.startsWith(`${country.toLowerCase()}-`))
      throw DatasetError.at(location, `${id} is not a bank of ${country}`)
  }
  return lines.length
}

/** Whoever follows the releases must find one way, and no end before the newest. */
function chainOf(files: ReleaseFile[]): ReleaseFile[] {
  const byStart = new Map<string, ReleaseFile>()
  const ends = new Set(files.map(({ head }) => head.to))
  for (const file of files) {
    const { from } = file.head
    const other = byStart.get(from)
    if (other) throw DatasetError.at({ file: file.name, line: 1 }, `begins at ${from}, and so does ${other.name}`)
    byStart.set(from, file)
  }
  const [first, second] = files.filter(({ head }) => !ends.has(head.from))
  if (second) throw DatasetError.at({ file: second.name, line: 1 }, `begins at ${second.head.from}, where none ends`)
  const chain: ReleaseFile[] = []
  for (let next = first; next; next = byStart.get(next.head.to)) chain.push(next)
  if (chain.length < files.length) throw DatasetError.at({ file: changesFolder }, 'the releases lead in a circle')
  return chain
}
