/**
 * The scripts, style sheet, fonts, flags and images of the pages. `src/bin/tools/build-site` builds them into `dist/`. Their
 * URLs change with their content, except those of files at a fixed path.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

export interface Asset {
  /** Path relative to the folder. */
  name: string
  type: string
  bytes: Buffer
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

/** Returns the name of the asset at a URL path, with any digest. Reads the folder once. */
export function assetNameAt(path: string): string | undefined {
  const name = /^\/assets\/[0-9a-f]{12}\/((?:[\w-]+\/)?[\w.-]+)$/.exec(path)?.[1]
  builtNames ??= new Set(listFiles().map((file) => file.name))
  return name !== undefined && builtNames.has(name) ? name : undefined
}

const built = new URL('./dist/', import.meta.url)

function listFiles(): Omit<Asset, 'bytes'>[] {
  const names = existsSync(built) ? readdirSync(built, { recursive: true, encoding: 'utf8' }).sort() : []
  return names
    .map((name) => ({ name, type: contentTypes[name.split('.').at(-1) as string] }))
    .filter((file): file is Omit<Asset, 'bytes'> => file.type !== undefined)
}

/**
 * Returns no files if the site is not built: the pages then have neither script nor style, and still work. `folder`: URL
 * path without a trailing slash.
 */
export function readAssets() {
  const files: Asset[] = listFiles().map((file) => ({ ...file, bytes: readFileSync(new URL(file.name, built)) }))
  const hash = createHash('sha256')
  for (const { name, bytes } of files) hash.update(`${name}\0${bytes.length}\0`).update(bytes)
  return { folder: `/assets/${hash.digest('hex').slice(0, 12)}`, files }
}

/** Assets that browsers request at a fixed path, even if no page links to them, by path. */
export const rootFiles: Readonly<Record<string, string>> = {
  '/favicon.ico': 'favicon.ico',
  '/apple-touch-icon.png': 'touch-icon.png',
}

/** The custom elements that other web pages load from this service. Their paths never change. */
export const elementScripts: readonly string[] = ['/bank-picker.js', '/bank-account-form.js']

const fileOf = (path: string): URL => new URL(`../../packages/picker/dist${path}`, import.meta.url)

/** Returns the scripts that are built. `packages/picker/tools/build-picker.ts` builds them, from `npm ci`. */
export const readElementScripts = (): { path: string; read(): Buffer }[] =>
  elementScripts
    .filter((path) => existsSync(fileOf(path)))
    .map((path) => ({ path, read: () => readFileSync(fileOf(path)) }))
