/** Prepares a release in a worker thread, so that hashing and decompressing it do not delay the requests of the service. */
import { getCompileCacheDir } from 'node:module'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DatasetError } from '../dataset/dataset-error.ts'
import type { Prepared } from './channel-update.ts'
import { ChannelError } from './release-format.ts'

/** What `prepareRelease` needs, in a form that can be sent to a thread. */
export interface UpdateRequest {
  url: string
  keys: readonly string[]
  folder: string
  program: string
  seed: string | undefined
  overlay: string | undefined
}

export interface ThreadRequest extends UpdateRequest {
  compileCache: string | undefined
}

export type ThreadOutcome = { prepared: Prepared } | { failure: string }

/** Far longer than a download of all data takes over a slow connection. */
export const updateMsMax = 15 * 60_000

const updateThread = new URL(`./update-thread${extname(import.meta.url)}`, import.meta.url)

export function prepareInThread(request: UpdateRequest, signal: AbortSignal): Promise<Prepared> {
  return new Promise((resolve, reject) => {
    const workerData: ThreadRequest = { ...request, compileCache: getCompileCacheDir() }
    const thread = new Worker(updateThread, { workerData })
    const terminate = (): void => void thread.terminate()
    const timer = setTimeout(() => {
      reject(new ChannelError(`The update took longer than ${updateMsMax / 60_000} minutes.`))
      terminate()
    }, updateMsMax).unref()
    signal.addEventListener('abort', terminate, { once: true })
    thread.once('message', (outcome: ThreadOutcome) => {
      if ('failure' in outcome) reject(new ChannelError(outcome.failure))
      else resolve(outcome.prepared)
    })
    thread.once('error', reject)
    thread.once('exit', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', terminate)
      // Has no effect if the promise is already settled.
      reject(new ChannelError('The update was stopped.'))
    })
  })
}

/** Errors that an operator can act on; their messages are enough. */
export const isForOperator = (error: unknown): error is Error =>
  error instanceof ChannelError || error instanceof DatasetError
