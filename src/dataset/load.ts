/** Loads a dataset beside the one that is served, off the thread that answers. */
import { Worker } from 'node:worker_threads'
import type { IndexTables } from '../directory/indexes.ts'
import type { PackedDirectory } from '../directory/packed.ts'
import { BrokenDataset } from './broken.ts'

export interface DataFolders {
  folder: string
  /** An operator's own corrections. */
  overlay?: string | undefined
}

export interface Loaded {
  packed: PackedDirectory
  tables: IndexTables
}

export type Outcome = Loaded | { broken: string }

/** Fails with `BrokenDataset` where the data is at fault. */
export function loadBeside(folders: DataFolders): Promise<Loaded> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./load-thread.ts', import.meta.url), { workerData: folders })
    thread.once('message', (outcome: Outcome) => {
      if ('broken' in outcome) reject(new BrokenDataset(outcome.broken))
      else resolve(outcome)
    })
    thread.once('error', reject)
    // After an answer this changes nothing.
    thread.once('exit', (code) => reject(new Error(`The thread that loads the data ended with ${code}.`)))
  })
}
