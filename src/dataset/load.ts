/** Loads a dataset beside the one that is served, off the thread that answers. */
import { Worker } from 'node:worker_threads'
import type { IndexTables } from '../directory/indexes.ts'
import type { PackedDirectory } from '../directory/packed.ts'
import { BrokenDataset } from './broken.ts'
import { programDigest } from './kept-indexes.ts'

export interface DataFolders {
  folder: string
  /** An operator's own corrections. */
  overlay?: string | undefined
}

export interface LoadOrder extends DataFolders {
  program: string
}

export interface Loaded {
  packed: PackedDirectory
  tables: IndexTables
}

export type Outcome = Loaded | { broken: string }

/**
 * Fails with `BrokenDataset` where the data is at fault. `program`: the digest of the sources that this process runs, which
 * an upgrade may have replaced since; then what the thread makes could mean something else here.
 */
export function loadBeside(folders: DataFolders, program: string = programDigest()): Promise<Loaded> {
  return new Promise((resolve, reject) => {
    const workerData: LoadOrder = { ...folders, program }
    const thread = new Worker(new URL('./load-thread.ts', import.meta.url), { workerData })
    thread.once('message', (outcome: Outcome) => {
      if ('broken' in outcome) reject(new BrokenDataset(outcome.broken))
      else resolve(outcome)
    })
    thread.once('error', reject)
    // After an answer this changes nothing.
    thread.once('exit', (code) => reject(new Error(`The thread that loads the data ended with ${code}.`)))
  })
}
