/**
 * The shipped data, packed and indexed. Reading and indexing it takes seconds, and most test files need it, so the result
 * is cached in `var/` under a digest of all its inputs: the names, sizes and times of the files.
 */
import { randomUUID } from 'node:crypto'
import { globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import { createBranchFileReader } from '../../../src/dataset/branch-files.ts'
import { readDataset } from '../../../src/dataset/dataset.ts'
import type { Loaded } from '../../../src/dataset/load/background-loader.ts'
import type { CachedPart, DerivedCache } from '../../../src/directory/derived-cache.ts'
import { buildIndexTables, type IndexTables } from '../../../src/directory/indexes.ts'
import { createDirectory, type Directory } from '../../../src/directory/lookups.ts'
import { runToEnd } from '../../../src/directory/run-to-end.ts'
import { packDirectory } from '../../../src/directory/storage/packed-directory.ts'
import {
  buildLists,
  type CompressedLists,
  compressedBodies,
  recompressLists,
} from '../../../src/http/snapshot/prebuilt-lists.ts'
import { digestFiles } from '../file-digest.ts'

export const dataFolder = fileURLToPath(new URL('../../../data', import.meta.url))

const root = fileURLToPath(new URL('../../..', import.meta.url))
const cacheFolder = fileURLToPath(new URL('../../../var/test-cache', import.meta.url))

type Shipped = Pick<Loaded, 'packed' | 'tables'>

let loaded: Shipped | undefined
let directory: Directory | undefined

export function shippedDirectory(): Directory {
  directory ??= createDirectory(load().packed, { readBranchFile: createBranchFileReader({ folder: dataFolder }) })
  return directory
}

export const shippedTables = (): IndexTables => load().tables

/** A cache that holds the indexes and the compressed lists of the shipped data. Services write nothing to it. */
export const shippedCache: DerivedCache = {
  read: async <Value>(part: CachedPart) => {
    if (part === 'indexes') return shippedTables() as Value
    if (part === 'lists') return (await loadLists()) as Value
    return undefined
  },
  write: async () => {},
  writeIfMissing: async () => {},
  discard: () => {},
}

let lists: Promise<CompressedLists> | undefined

/** Compressing the lists takes seconds, so the result is cached, too. */
function loadLists(): Promise<CompressedLists> {
  lists ??= compressLists()
  return lists
}

async function compressLists(): Promise<CompressedLists> {
  const cached = readCache(listsName()) as CompressedLists | undefined
  if (cached) return cached
  const built = await buildLists(shippedDirectory(), {})
  await recompressLists(built, () => false)
  const compressed = compressedBodies(built)
  writeCache(listsName(), compressed)
  return compressed
}

const listsName = (): string => `${inputDigest()}.lists`

function load(): Shipped {
  if (loaded) return loaded
  const name = inputDigest()
  loaded = readCache(name) as Shipped | undefined
  if (!loaded) {
    const packed = packDirectory(readDataset(dataFolder))
    loaded = { packed, tables: runToEnd(buildIndexTables(packed)) }
    writeCache(name, loaded)
  }
  return loaded
}

let digest: string | undefined

/** Any change of the data, the program or Node invalidates the cache. */
function inputDigest(): string {
  digest ??= digestFiles(root, inputs())
  return digest
}

const inputs = (): string[] =>
  globSync('{data,src}/**/*.{ts,json,jsonl,tsv}', { cwd: root, exclude: (path) => path.endsWith('.test.ts') })

function readCache(name: string): unknown {
  try {
    return deserialize(readFileSync(join(cacheFolder, name)))
  } catch {
    return undefined
  }
}

/** Renames the file when it is complete, because another test may read it at the same time. Drops older entries. */
function writeCache(name: string, content: unknown): void {
  mkdirSync(cacheFolder, { recursive: true })
  const old = readdirSync(cacheFolder).filter((one) => !one.startsWith(inputDigest()))
  const unfinished = join(cacheFolder, `${name}.${randomUUID()}`)
  writeFileSync(unfinished, serialize(content))
  renameSync(unfinished, join(cacheFolder, name))
  for (const one of old) rmSync(join(cacheFolder, one), { force: true })
}
