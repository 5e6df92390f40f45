/**
 * `npm run bench`, the part on making search ready: the CPU time that a process spends for it, the runtime's own threads
 * included, and the memory it then holds, with the indexes kept by an earlier process and without. Fresh processes, in
 * turns.
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
  const indexCache = createIndexCache(join(folder, 'indexes'), directory.revision)
  // What the runtime still does about reading the data is not ours to count.
  await setTimeout(1000)
  const held = bytesHeld()
  const before = process.cpuUsage()
  const writing = Promise.withResolvers<void>()
  const finding = createLazyFinder({
    directory,
    indexCache: { read: indexCache.read, write: (tables) => indexCache.write(tables).finally(writing.resolve) },
    onCacheWriteError: (error) => {
      throw error
    },
  })
  await finding()
  if (kind === 'made') await writing.promise
  const { user, system } = process.cpuUsage(before)
  console.log(globalThis.gc ? (bytesHeld() - held) / 1e6 : (user + system) / 1000)
  // Else the runtime might not hold it until here.
  await finding()
}

/** Only where garbage can be collected first; that would cost time of its own. */
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
  // The code is compiled and kept first, as by the service.
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
