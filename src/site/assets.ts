/**
 * The scripts, style sheet, fonts, flags and images of the pages. `src/bin/tools/build-site` builds them into `dist/`. Their
 * URLs change with their content.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

export interface Asset {
  /** Path relative to the folder. */
  name: string
  type: string
  bytes: Buffer
}

export interface Assets {
  /** URL path without a trailing slash. */
  folder: string
  files: Asset[]
}

const contentTypes: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
}

let builtNames: ReadonlySet<string> | undefined

/** Returns whether there is an asset with this name. Reads the folder once. */
export function hasAsset(name: string): boolean {
  builtNames ??= new Set(listNames())
  return builtNames.has(name)
}

const built = new URL('./dist/', import.meta.url)

const listNames = (): string[] =>
  existsSync(built) ? readdirSync(built, { recursive: true, encoding: 'utf8' }).sort() : []

/** Returns no files if the site is not built: the pages then have neither script nor style, and still work. */
export function readAssets(): Assets {
  const files = listNames()
    .map((name) => ({ name, type: contentTypes[name.split('.').at(-1) as string] }))
    .filter((file): file is { name: string; type: string } => file.type !== undefined)
    .map((file) => ({ ...file, bytes: readFileSync(new URL(file.name, built)) }))
  const hash = createHash('sha256')
  for (const { name, bytes } of files) hash.update(`${name}\0${bytes.length}\0`).update(bytes)
  return { folder: `/assets/${hash.digest('hex').slice(0, 12)}`, files }
}
