/**
 * Part of `npm run bench`: the CPU time and the memory that a process needs to build the index tables, or to read them from
 * the cache, and to create the lookups from them. The runtime's own threads count. Each measurement is a fresh process.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createStartupCache } from '../src/dataset/cache/startup-cache.ts'
import type { IndexTables } from '../src/directory/indexes.ts'
import { importLookups } from '../src/directory/lookups.ts'
import { runToEnd } from '../src/directory/run-to-end.ts'
import type { PackedDirectory } from '../src/directory/storage/packed-directory.ts'
import { shippedDirectory } from '../test/support/data/shipped.ts'

const rounds = 7
const kinds = ['built', 'cached'] as const
type Kind = (typeof kinds)[number]

interface Measurement {
  /** CPU time until the tables are ready, and until the lookups are ready. */
  tablesMs: number
  lookupsMs: number
  /** Resident memory at its highest, and the memory that stays in use; only if the garbage collector is exposed. */
  peakMb: number
  heldMb: number
}

async function measure(folder: string, kind: Kind): Promise<Measurement> {
  enableCompileCache(join(folder, 'code'))
  const { packed, revision } = shippedDirectory()
  const cache = createStartupCache(join(folder, 'indexes'), revision)
  // Let the runtime finish its work on the data first.
  await setTimeout(1000)
  const heldBefore = bytesHeld()
  const residentBefore = process.memoryUsage.rss()
  const before = process.cpuUsage()
  const { tables, peak } =
    kind === 'built' ? await build(packed) : { tables: await cache.read<IndexTables>('indexes'), peak: 0 }
  const tablesMs = cpuMs(before)
  if (tables === undefined) throw new Error('The cache is empty')
  await importLookups()
  const lookups = shippedDirectory().withIndexes(tables)
  lookups.prepare()
  const lookupsMs = cpuMs(before)
  const heldMb = (bytesHeld() - heldBefore) / 1e6
  if (kind === 'built') await cache.write('indexes', tables)
  // A search keeps the lookups from being collected before the memory is measured.
  runToEnd(lookups.search({ text: 'bank', limit: 1 }))
  return { tablesMs, lookupsMs, peakMb: Math.max(0, peak - residentBefore) / 1e6, heldMb }
}

async function build(packed: PackedDirectory): Promise<{ tables: IndexTables; peak: number }> {
  const { buildIndexTables } = await import('../src/directory/indexes.ts')
  const steps = buildIndexTables(packed)
  let peak = 0
  for (;;) {
    const { done, value } = steps.next()
    if (done) return { tables: value, peak }
    // Only in the run for memory, because reading it takes time.
    if (globalThis.gc) peak = Math.max(peak, process.memoryUsage.rss())
  }
}

function cpuMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function bytesHeld(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function compare(): void {
  const script = fileURLToPath(import.meta.url)
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-bench-'))
  // The young generation has the size that it has in the service (package.json).
  const run = (kind: Kind, ...flags: string[]): Measurement =>
    JSON.parse(
      execFileSync(
        process.execPath,
        ['--max-semi-space-size=4', '--heap-growing-percent=20', ...flags, script, folder, kind],
        { encoding: 'utf8' },
      ),
    )
  // Fills the compile cache and the startup cache, as an installation does.
  for (const kind of kinds) run(kind)
  const measured: Record<Kind, Measurement[]> = { built: [], cached: [] }
  for (let round = 0; round < rounds; round++) for (const kind of kinds) measured[kind].push(run(kind))
  for (const kind of kinds) {
    const spread = (key: 'tablesMs' | 'lookupsMs'): string => {
      const sorted = measured[kind].map((one) => one[key]).sort((a, b) => a - b)
      const at = (share: number): string => (sorted[Math.floor((rounds - 1) * share)] as number).toFixed(0)
      return `${at(0.5)} ms (${at(0)} to ${at(1)})`
    }
    const { peakMb, heldMb } = run(kind, '--expose-gc')
    const peak = kind === 'built' ? `${peakMb.toFixed(0)} MB more at the peak, ` : ''
    console.log(`indexes ${kind}: CPU ${spread('tablesMs')}, with the lookups ${spread('lookupsMs')}`)
    console.log(`  memory: ${peak}${heldMb.toFixed(0)} MB held`)
  }
  rmSync(folder, { recursive: true })
}

const [folder, kind] = process.argv.slice(2)
if (folder === undefined) compare()
else console.log(JSON.stringify(await measure(folder, kind as Kind)))
