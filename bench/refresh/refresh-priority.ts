/**
 * `npx node bench/refresh/refresh-priority.ts [busy]`: duration of a refresh, and latency of lookups during it, by the nice value
 * of the thread that loads the data. There is one service per value; they are refreshed alternately. `busy` is the number of
 * processes that compute all the time, four per core by default.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../test/support/services/ports.ts'
import { dataFolder } from '../../test/support/services/service.ts'
import { entry } from '../processes.ts'

const niceValues = [4, 10]
const rounds = 4
const callers = 4

interface Service {
  nice: number
  child: ChildProcess
  url: string
  data: string
  log(): string
  refreshMs: number[]
  /** Latencies during a refresh, and without one. */
  latencies: Record<'refreshed' | 'quiet', number[]>
}

const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-bench-'))
const busy = Array.from({ length: Number(process.argv[2] ?? availableParallelism() * 4) }, () =>
  spawn(process.execPath, ['--eval', 'for (;;);']),
)
const services: Service[] = []
try {
  for (const nice of niceValues) services.push(await start(nice))
  // Wait until the lists are compressed and the index is loaded.
  await setTimeout(10_000)
  for (let round = 1; round <= rounds; round++) for (const service of services) await refresh(service, round)
  console.log(`${busy.length} busy processes, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(0)}`)
  for (const { nice, refreshMs, latencies } of services) {
    const { refreshed, quiet } = latencies
    console.log(
      `nice ${String(nice).padStart(2)}  refresh ${at(refreshMs, 0.5)} ms (worst ${at(refreshMs, 1)}); lookups p50 ${at(refreshed, 0.5)}, p99 ${at(refreshed, 0.99)} ms of ${refreshed.length}; quiet p50 ${at(quiet, 0.5)}, p99 ${at(quiet, 0.99)} ms of ${quiet.length}`,
    )
  }
} finally {
  for (const child of busy) child.kill('SIGKILL')
  for (const { child } of services) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  rmSync(folder, { recursive: true })
}

async function start(nice: number): Promise<Service> {
  const data = join(folder, `data-${nice}`)
  cpSync(dataFolder, data, { recursive: true })
  const port = await freePort()
  const preload = fileURLToPath(new URL('./thread-niceness.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', preload, entry], {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: data,
      DATABASE_URL: `sqlite:${join(folder, `store-${nice}.sqlite`)}`,
      RATE_LIMIT: 'off',
      BENCH_NICE: String(nice),
    },
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    log += text
  })
  await once(child.stdout, 'data')
  const latencies = { refreshed: [], quiet: [] }
  return { nice, child, data, url: `http://127.0.0.1:${port}`, log: () => log, refreshMs: [], latencies }
}

/** Renames one bank. Measures lookups before, and until the new data is served. */
async function refresh(service: Service, round: number): Promise<void> {
  const { child, data, log, refreshMs, latencies } = service
  const file = join(data, 'banks/gh.jsonl')
  const served = (): number => log().split('"new data is served"').length - 1
  await during(service, latencies.quiet, () => setTimeout(1_500))
  const before = served()
  const startMs = performance.now()
  await during(service, latencies.refreshed, async () => {
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"name":"[^"]*"/, `"name":"Renamed ${round}"`))
    child.kill('SIGHUP')
    while (served() === before) await setTimeout(10)
  })
  refreshMs.push(performance.now() - startMs)
  // The file watcher also notices the change and loads the same data once more.
  await setTimeout(2_000)
}

async function during({ url }: Service, latencies: number[], work: () => Promise<unknown>): Promise<void> {
  let isStopped = false
  const calling = Array.from({ length: callers }, async () => {
    while (!isStopped) {
      const startMs = performance.now()
      const response = await fetch(`${url}/v1/banks?country=gh`)
      await response.bytes()
      latencies.push(performance.now() - startMs)
      await setTimeout(5)
    }
  })
  await work()
  isStopped = true
  await Promise.all(calling)
}

function at(values: number[], part: number): string {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN).toFixed(0)
}
