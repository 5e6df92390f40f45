/**
 * Caches the index tables of a data revision in a folder, so that they are not rebuilt at every startup. The files can
 * be deleted at any time: if there is no intact file for the revision, the tables are built again.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import type { IndexCache } from '../directory/indexes.ts'

/** The number of files to keep, newest first. Each takes a few megabytes. */
const filesMax = 3

export function createIndexCache(folder: string, revision: string): IndexCache {
  const file = (): string => join(folder, `${revision}-${programDigest()}`)
  return {
    read: async () => {
      try {
        const bytes = await readFile(file())
        const content = bytes.subarray(digestBytes)
        return digestOf(content).equals(bytes.subarray(0, digestBytes)) ? deserialize(content) : undefined
      } catch {
        return undefined
      }
    },
    write: async (tables) => {
      const content = serialize(tables)
      await mkdir(folder, { recursive: true })
      await replaceFile(file(), [digestOf(content), content])
      await deleteOldest(folder)
    },
  }
}

const digestBytes = 32
const digestOf = (content: Uint8Array): Buffer => createHash('sha256').update(content).digest()

/**
 * Writes to a temporary file and renames it, so that concurrent readers never see a partial file, even after a crash.
 */
async function replaceFile(file: string, chunks: Uint8Array[]): Promise<void> {
  const temporary = `${file}.${randomUUID()}`
  try {
    const handle = await open(temporary, 'wx')
    try {
      await handle.writev(chunks)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function deleteOldest(folder: string): Promise<void> {
  const files = (await readdir(folder)).map((name) => join(folder, name))
  const dated = await Promise.all(files.map(async (file) => ({ file, time: (await stat(file)).mtimeMs })))
  const oldest = dated.sort((a, b) => b.time - a.time).slice(filesMax)
  await Promise.all(oldest.map(({ file }) => rm(file, { force: true })))
}

/**
 * A digest of the source files that build and read the tables. It is part of the cache file's name, because another
 * version of the program may interpret the same numbers differently.
 */
export function programDigest(): string {
  const sources = fileURLToPath(new URL('../directory/', import.meta.url))
  const hash = createHash('sha256')
  const isSource = (name: string): boolean => name.endsWith('.ts') && !name.endsWith('.test.ts')
  const names = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(isSource)
  for (const name of names.sort()) {
    const text = readFileSync(join(sources, name))
    hash.update(`${name}\0${text.length}\0`).update(text)
  }
  return hash.digest('hex').slice(0, 16)
}
