/** Loads a dataset in a worker thread with a timeout, while the service keeps serving the current one. */
import { getCompileCacheDir } from 'node:module'
import { extname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { IndexTables } from '../../directory/indexes.ts'
import type { PackedDirectory } from '../../directory/storage/packed-directory.ts'
import { programDigest } from '../cache/program-digest.ts'
import type { DataFolders } from '../data-files.ts'
import { DatasetError } from '../dataset-error.ts'

export class LoadTimeout extends Error {
  constructor(timeoutMs: number) {
    super(`Loading the data timed out after ${timeoutMs / 1000} s.`)
  }
}

export interface LoadRequest extends DataFolders {
  program: string
  /** The folder of the compile cache, if it is enabled. */
  compileCache: string | undefined
}

export interface Loaded {
  packed: PackedDirectory
  tables: IndexTables
  /** Digest of the data files; see `digestOf`. */
  digest: string
  /** Digest of the source files that loaded the data. Those on disk may change before the result is cached. */
  program: string
}

export type LoadOutcome = Loaded | { broken: string }

export interface BackgroundLoader {
  /**
   * Rejects with `DatasetError` if the data is invalid, or if the source files on disk no longer match `program`, the
   * digest of the source files that this process runs. After an upgrade on disk, the thread would run the new code, and
   * its tables could be in a format that this process cannot read.
   */
  load(folders: DataFolders, program?: string): Promise<Loaded>
  /** Terminates all loads. Resolves to false if a thread is blocked in a system call and cannot be terminated. */
  stop(): Promise<boolean>
}

/** A generous limit: even with four busy processes per core, loading the shipped data takes only a few seconds. */
const defaultTimeoutMs = 120_000

/**
 * Limits the number of threads, because a thread that is blocked in a system call, for example on a dead network drive,
 * never ends and never frees its memory.
 */
const threadsMax = 3
const stopMsMax = 1_000

/** Has the extension of this file: the build changes the extensions of imports, but not that of a URL. */
const loadThread = new URL(`./load-thread${extname(import.meta.url)}`, import.meta.url)

export function createBackgroundLoader({
  timeoutMs = defaultTimeoutMs,
  entry = loadThread,
}: {
  timeoutMs?: number
  /** The module that the thread runs. */
  entry?: URL
} = {}): BackgroundLoader {
  const threads = new Map<Worker, Promise<void>>()

  const startThread = (request: Omit<LoadRequest, 'compileCache'>): Worker => {
    const workerData: LoadRequest = { ...request, compileCache: getCompileCacheDir() }
    const thread = new Worker(entry, { workerData })
    const ended = Promise.withResolvers<void>()
    threads.set(thread, ended.promise)
    thread.once('exit', () => {
      threads.delete(thread)
      ended.resolve()
    })
    return thread
  }

  return {
    load: (folders, program = programDigest()) =>
      new Promise((resolve, reject) => {
        if (threads.size >= threadsMax)
          throw new Error(`${threads.size} earlier data loads are blocked in a system call; restart the service.`)
        const thread = startThread({ ...folders, program })
        const timer = globalThis.setTimeout(() => {
          reject(new LoadTimeout(timeoutMs))
          void thread.terminate()
        }, timeoutMs)
        thread.once('message', (outcome: LoadOutcome) => {
          if ('broken' in outcome) reject(new DatasetError(outcome.broken))
          else resolve(outcome)
        })
        thread.once('error', reject)
        thread.once('exit', (code) => {
          clearTimeout(timer)
          // Has no effect if the promise is already settled.
          reject(new Error(`The thread that loads the data exited with code ${code}.`))
        })
      }),
    stop: async () => {
      for (const thread of threads.keys()) void thread.terminate()
      await Promise.race([Promise.all(threads.values()), setTimeout(stopMsMax, undefined, { ref: false })])
      return threads.size === 0
    },
  }
}
