/**
 * `npm run bench`, the search index: CPU time to get it ready, including the runtime's own threads, and the memory it then
 * holds, with and without the index cache of an earlier process. Each measurement is a new process, alternating.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createIndexCache } from '../src/dataset/index-cache.ts'
import { createLazyFinder } from '../src/http/snapshot/lazy-finder.ts'
import { shippedDirectory } from '../test/support/data/shipped.ts'

const rounds = 7
const kinds = ['made', 'kept'] as const
type Kind = (typeof kinds)[number]

async function measure(folder: string, kind: Kind): Promise<void> {
  enableCompileCache(join(folder, 'code'))
  const directory = shippedDirectory()
  const shelf = createIndexCache(join(folder, 'indexes'), directory.revision)
  // Let the runtime finish its work on reading the data, which is not part of the measurement.
  await setTimeout(1000)
  const held = bytesHeld()
  const before = process.cpuUsage()
  const writing = Promise.withResolvers<void>()
  const finding = createLazyFinder({
    directory,
    shelf: { read: shelf.read, write: (tables) => shelf.write(tables).finally(writing.resolve) },
    onNotKept: (error) => {
      throw error
    },
  })
  await finding()
  if (kind === 'made') await writing.promise
  const { user, system } = process.cpuUsage(before)
  console.log(globalThis.gc ? (bytesHeld() - held) / 1e6 : (user + system) / 1000)
  // Keeps a reference, so that the finder is not collected before this point.
  await finding()
}

/** Collects garbage first where possible (`--expose-gc`); timed runs do without, because it would cost time. */
function bytesHeld(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function compare(): void {
  const script = fileURLToPath(import.meta.url)
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-bench-'))
  const run = (kind: Kind, ...flags: string[]): number => {
    if (kind === 'made') rmSync(join(folder, 'indexes'), { recursive: true, force: true })
    return Number(execFileSync(process.execPath, [...flags, script, folder, kind], { encoding: 'utf8' }))
  }
  // Fill the compile cache first, as the service does.
  for (const kind of kinds) run(kind)
  const measured: Record<Kind, number[]> = { made: [], kept: [] }
  for (let round = 0; round < rounds; round++) for (const kind of kinds) measured[kind].push(run(kind))
  for (const kind of kinds) {
    const sorted = measured[kind].sort((a, b) => a - b)
    const at = (share: number): string => (sorted[Math.floor((rounds - 1) * share)] as number).toFixed(0)
    const megabytes = run(kind, '--expose-gc').toFixed(0)
    console.log(`indexes ${kind}: ${at(0.5)} ms of CPU (${at(0)} to ${at(1)}), ${megabytes} MB held`)
  }
  rmSync(folder, { recursive: true })
}

const [folder, kind] = process.argv.slice(2)
if (folder === undefined) compare()
else await measure(folder, kind as Kind)
