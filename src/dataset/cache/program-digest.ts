/** Computes a digest of the program's source files that read the data and derive everything else from it. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folders = ['dataset', 'directory', 'identifiers', 'http/snapshot', 'http/responses']

const isSource = (name: string): boolean => /\.(?:ts|json)$/.test(name) && !name.endsWith('.test.ts')

export function programDigest(): string {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const hash = createHash('sha256')
  for (const folder of folders) {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(isSource)
    for (const name of names.sort()) {
      const text = readFileSync(join(root, folder, name))
      hash.update(`${folder}/${name}\0${text.length}\0`).update(text)
    }
  }
  return hash.digest('hex').slice(0, 16)
}
