/** Runs in a thread of its own: reads and checks a data folder, makes the indexes, and hands both over. */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { buildIndexTables } from '../directory/indexes.ts'
import { packDirectory } from '../directory/storage/packed-directory.ts'
import type { LoadOutcome, LoadRequest } from './background-loader.ts'
import { readDataset } from './dataset.ts'
import { DatasetError } from './dataset-error.ts'
import { programDigest } from './index-cache.ts'

const { folder, overlay, program } = workerData as LoadRequest

function load(): LoadOutcome {
  try {
    if (programDigest() !== program)
      throw new DatasetError('The program on disk is another by now; restart the service')
    const packed = packDirectory(readDataset(folder, overlay))
    const steps = buildIndexTables(packed)
    let step = steps.next()
    while (!step.done) step = steps.next()
    return { packed, tables: step.value }
  } catch (error) {
    // An error loses its class on the way.
    if (error instanceof DatasetError) return { broken: error.message }
    throw error
  }
}

/**
 * Requests come first where both want the same core. Mild, because a thread with the nice value 10 gets a tenth of what
 * others get, and hardly ends on a machine with more work than cores.
 */
const niceness = 4
// Linux takes this for the thread that asks; others for the process.
if (process.platform === 'linux') setPriority(niceness)

const outcome = load()
parentPort?.postMessage(outcome, 'broken' in outcome ? [] : buffersOf(outcome))

/** These change hands instead of being copied, so that the other thread is not held up. */
function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) found.add(value.buffer as ArrayBuffer)
  else if (value instanceof Map) for (const inner of value.values()) buffersOf(inner, found)
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) buffersOf(inner, found)
  return [...found]
}
