/** What pages load: script, style and icon, each at an address that changes with its content. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

export interface Asset {
  name: string
  type: string
  bytes: Buffer
}

export interface Assets {
  /** Without a slash at the end. Scripts import each other by their names, so all lie in one folder. */
  folder: string
  files: Asset[]
}

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

const client = new URL('./client/', import.meta.url)

/** Types and reasons are for whoever reads the source; those comments have lines of their own. */
const withoutComments = (source: Buffer): Buffer =>
  Buffer.from(source.toString().replaceAll(/^[ \t]*\/\*[\s\S]*?\*\/[ \t]*\n/gm, ''))

export function readAssets(): Assets {
  const files = readdirSync(client)
    .sort()
    .map((name) => ({ name, type: types[name.split('.').at(-1) as string] }))
    .filter((file): file is { name: string; type: string } => file.type !== undefined)
    .map((file) => ({ ...file, bytes: withoutComments(readFileSync(new URL(file.name, client))) }))
  const hash = createHash('sha256')
  for (const { name, bytes } of files) hash.update(`${name}\0${bytes.length}\0`).update(bytes)
  return { folder: `/assets/${hash.digest('hex').slice(0, 12)}`, files }
}
