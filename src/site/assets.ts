/** The scripts, style sheet and icon of the pages. Their URLs change with their content. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

export interface Asset {
  /** Path relative to `client/`. */
  name: string
  type: string
  bytes: Buffer
}

export interface Assets {
  /**
   * URL path without a trailing slash. It has the same subfolders as `client/`, so that relative imports between
   * scripts work.
   */
  folder: string
  files: Asset[]
}

const contentTypes: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

const client = new URL('./client/', import.meta.url)

/** Strips block comments that are on lines of their own, because browsers do not need them. */
const withoutComments = (source: Buffer): Buffer =>
  Buffer.from(source.toString().replaceAll(/^[ \t]*\/\*[\s\S]*?\*\/[ \t]*\n/gm, ''))

export function readAssets(): Assets {
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => ({ name, type: contentTypes[name.split('.').at(-1) as string] }))
    .filter((file): file is { name: string; type: string } => file.type !== undefined)
    .map((file) => ({ ...file, bytes: withoutComments(readFileSync(new URL(file.name, client))) }))
  const hash = createHash('sha256')
  for (const { name, bytes } of files) hash.update(`${name}\0${bytes.length}\0`).update(bytes)
  return { folder: `/assets/${hash.digest('hex').slice(0, 12)}`, files }
}
