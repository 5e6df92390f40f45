/**
 * The folders of the program. In a clone of the repository, all of them are in the project folder. An installed package
 * does not write to its own folder, which the next update replaces: its cache and its store are in the folders that the
 * operating system has for them.
 */
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { userFolders } from './user-folders.ts'

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url))

export function programVersion(): string {
  return (JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }).version
}

/** The build compiles this file to JavaScript; a clone runs it as TypeScript. */
export const isPackage = import.meta.url.endsWith('.js')

const folders = isPackage ? packageFolders() : cloneFolders()

/** Holds what is derived from the data; it can be deleted at any time. */
export const cacheDir = folders.cache

/** The folder of the channels that were downloaded with `data get`. */
export const downloadsFolder = join(folders.state, 'channels')

/** The folder of the compile cache in a package. In a clone, compile-cache.js has the path itself. */
export const compileCacheDir = join(folders.cache, 'compile-cache')

/** The defaults of the settings that name a file or a folder. */
export const defaultPaths = { dataDir: join(projectRoot, 'data'), storeFile: join(folders.state, 'bank-lookup.sqlite') }

function cloneFolders(): { cache: string; state: string } {
  const state = join(projectRoot, 'var')
  return { cache: join(state, 'cache'), state }
}

function packageFolders(): ReturnType<typeof cloneFolders> {
  const user = userFolders(process.platform, process.env, homedir())
  return { cache: join(user.cache, programVersion()), state: user.state }
}
