/**
 * Runs in a worker thread: reads and checks a data folder, builds the indexes, and transfers both to the main thread.
 */
import { flushCompileCache } from 'node:module'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { programDigest } from '../cache/program-digest.ts'
import { DatasetError } from '../dataset-error.ts'
import type { LoadOutcome, LoadRequest } from './background-loader.ts'
import { deriveIndexed } from './load-directory.ts'

const { folder, overlay, program } = workerData as LoadRequest

async function load(): Promise<LoadOutcome> {
  try {
    if (programDigest() !== program) throw new DatasetError('The program on disk has changed; restart the service')
    return { ...(await deriveIndexed({ folder, overlay })), program }
  } catch (error) {
    // Post the message instead of the error, because an error loses its class when posted to another thread.
    if (error instanceof DatasetError) return { broken: error.message }
    throw error
  }
}

/**
 * Lowers this thread's priority, so that requests come first when both compete for a core. The value is small: at nice
 * value 10 a thread gets about a tenth of the CPU time of the others, and on an overloaded machine it hardly
 * ever finishes.
 */
const niceness = 4
// Linux applies this to the calling thread, other systems to the whole process.
if (process.platform === 'linux') setPriority(niceness)

const outcome = await load()
parentPort?.postMessage(outcome, 'broken' in outcome ? [] : buffersOf(outcome))
// The cache is not written when a thread exits.
flushCompileCache()

/** Finds all buffers in a value, to transfer them instead of copying them: copying would block the main thread. */
function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) found.add(value.buffer as ArrayBuffer)
  else if (value instanceof Map) for (const inner of value.values()) buffersOf(inner, found)
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) buffersOf(inner, found)
  return [...found]
}
