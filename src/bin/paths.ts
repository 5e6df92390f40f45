/** The folder of the program: its data is there, and what it keeps unless a setting says otherwise. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url))

/** What can be made again: the indexes of search. */
export const indexCacheDir = join(projectRoot, 'var/indexes')
