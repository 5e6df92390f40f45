/** The program's folder, which by default also holds the data and the store. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url))

/** Holds the cached search indexes, which can be rebuilt at any time. */
export const indexCacheDir = join(projectRoot, 'var/indexes')
