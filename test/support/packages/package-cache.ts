/**
 * Built packages, cached in `var/` under a digest of all files in the repository that go into them: their names, sizes
 * and times. A build takes many seconds, and several test files need the same one.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { digestFiles } from '../file-digest.ts'
import { root } from '../services/processes.ts'

const cacheFolder = join(root, 'var/test-packages')

const inputs = [
  '{src,packages,data,docs,news}/**',
  '{package,package-lock,tsconfig,tsconfig.package}.json',
  '{LICENSE,CHANGELOG.md}',
  'test/tools/package-lock.json',
  'test/support/packages/*.ts',
]
/** Outputs of builds, and tests, which no package has. */
const isIgnored = (path: string): boolean => /(^|\/)(node_modules|dist|var)(\/|$)|\.test\.ts$/.test(path)

/** `build` writes to an empty folder. Returns a folder with what it wrote, which other tests read, too. */
export async function cachedBuild(name: string, build: (folder: string) => unknown): Promise<string> {
  const entry = `${name}.${inputDigest()}`
  const folder = join(cacheFolder, entry)
  if (existsSync(folder)) return folder
  const unfinished = join(cacheFolder, `${entry}.${randomUUID()}`)
  mkdirSync(unfinished, { recursive: true })
  try {
    await build(unfinished)
    keep(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  const old = readdirSync(cacheFolder).filter((one) => one.startsWith(`${name}.`) && !one.startsWith(entry))
  for (const one of old) rmSync(join(cacheFolder, one), { recursive: true, force: true })
  return folder
}

/** Another test may have built the same package at the same time. */
function keep(unfinished: string, folder: string): void {
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}

let digest: string | undefined

function inputDigest(): string {
  digest ??= digestFiles(root, globSync(inputs, { cwd: root, exclude: isIgnored }))
  return digest
}
