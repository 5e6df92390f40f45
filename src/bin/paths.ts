/** The program's folder, which by default also holds the data and the store. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url))

/** Holds what is derived from the data; it can be deleted at any time. */
export const cacheDir = join(projectRoot, 'var/cache')
