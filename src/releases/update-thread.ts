/** Entry point of the worker thread that downloads and verifies a release. */
import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadOutcome, ThreadRequest } from './background-update.ts'

const { compileCache, keys, folder, ...request } = workerData as ThreadRequest
if (compileCache !== undefined) enableCompileCache(compileCache)

const [{ prepareRelease }, { openChannelFolder }, { readPublicKey }, { isForOperator }] = await Promise.all([
  import('./channel-update.ts'),
  import('./channel-folder.ts'),
  import('./release-signature.ts'),
  import('./background-update.ts'),
])

async function prepare(): Promise<ThreadOutcome> {
  try {
    const options = { ...request, keys: keys.map(readPublicKey), folder: openChannelFolder(folder) }
    // The thread is terminated to abort it.
    return { prepared: await prepareRelease({ ...options, signal: new AbortController().signal }) }
  } catch (error) {
    // Post the message, because an error loses its class when posted to another thread.
    if (isForOperator(error)) return { failure: error.message }
    throw error
  }
}

parentPort?.postMessage(await prepare())
