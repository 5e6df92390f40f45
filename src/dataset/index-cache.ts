/**
 * Keeps the indexes of a state of the data in a folder, so that they are made once and not at every start. What is kept
 * can be thrown away at any time: what is missing, damaged or of another state is made again.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import type { IndexCache } from '../directory/indexes.ts'

/** States of the data whose indexes are kept; each takes a few megabytes. */
const statesMax = 3

export function createIndexCache(folder: string, revision: string): IndexCache {
  const file = (): string => join(folder, `${revision}-${programDigest()}`)
  return {
    read: async () => {
      try {
        const kept = await readFile(file())
        const content = kept.subarray(digestBytes)
        return digestOf(content).equals(kept.subarray(0, digestBytes)) ? deserialize(content) : undefined
      } catch {
        return undefined
      }
    },
    write: async (tables) => {
      const content = serialize(tables)
      await mkdir(folder, { recursive: true })
      await replaceFile(file(), [digestOf(content), content])
      await dropOldest(folder)
    },
  }
}

const digestBytes = 32
const digestOf = (content: Uint8Array): Buffer => createHash('sha256').update(content).digest()

/** Whoever reads meanwhile, and whoever starts after a crash, finds all of it or nothing. */
async function replaceFile(file: string, pieces: Uint8Array[]): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`
  try {
    const handle = await open(unfinished, 'wx')
    try {
      await handle.writev(pieces)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function dropOldest(folder: string): Promise<void> {
  const files = (await readdir(folder)).map((name) => join(folder, name))
  const aged = await Promise.all(files.map(async (file) => ({ file, time: (await stat(file)).mtimeMs })))
  const old = aged.sort((a, b) => b.time - a.time).slice(statesMax)
  await Promise.all(old.map(({ file }) => rm(file, { force: true })))
}

/** Of the sources that make and read the tables: another version of them may mean something else by the same numbers. */
export function programDigest(): string {
  const sources = fileURLToPath(new URL('../directory/', import.meta.url))
  const hash = createHash('sha256')
  const names = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  for (const name of names.sort()) {
    const text = readFileSync(join(sources, name))
    hash.update(`${name}\0${text.length}\0`).update(text)
  }
  return hash.digest('hex').slice(0, 16)
}
