/**
 * `npm run bench:load`, last part, and the end of `npm run test:long`: one process at half of what it can do, for ten
 * minutes, while its data changes now and then. `--seconds` makes it shorter. It fails if one answer is wrong, if new
 * data was not served, or if the second half is worse than the first: medians of windows are compared, so that one
 * moment that others took of the machine does not decide.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { median } from '../median.ts'
import { entry, type Measured, startProcess, waitedMs } from '../processes.ts'
import { type Histogram, openHistogram } from './histogram.ts'
import { type Mix, openMix } from './mix.ts'
import { keepSchedule } from './open-loop.ts'
import { writeOverlay } from './overlay.ts'

const windows = 10
/** In these the data changes, half-way: as often in the first half as in the second. */
const refreshedWindows = [1, 3, 6, 8]
const connections = 64
const peakRequests = 30_000
/** Prime, so that in a mix of a thousand every request has its turn. */
const readsEvery = 53
/** The second half beside the first, at most. */
const worseMax = { p99: 1.5, memory: 1.25 }

/** A service that waits longer for a core than for this share of the time is not what was measured. */
const waitedMax = 0.1

interface Window {
  answers: Histogram
  /** Two controls, which are the machine's doing: how late the client's own timer was, */
  late: Histogram
  /** and for what share of the time the service was ready to run and had no core. */
  waited: number
  faults: number
  residentMb: number
  cores: { service: number; client: number }
}

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '600' } } })
const windowMs = (Number(values.seconds) * 1000) / windows
if (!(windowMs >= 1000)) throw new Error('--seconds is a number from 10.')

const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-bench-'))
const overlay = join(folder, 'overlay')
writeOverlay(overlay, 0)
// The limiter is on, its limit out of reach; the store is not the operator's.
const settings = {
  RATE_LIMIT: '100000000,100000000',
  DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`,
  OVERLAY_DIR: overlay,
}
const faults = { count: 0, texts: new Set<string>() }
try {
  const key = issueKey()
  const server = await startProcess(entry, { quiet: true, settings })
  try {
    const mix = openMix(server.port, key)
    const rate = Math.floor((await findPeak(server, mix)) / 2)
    report(await soak(server, mix, rate), mix)
  } finally {
    await server.stop()
  }
} finally {
  rmSync(folder, { recursive: true })
}

function issueKey(): string {
  const commandLine = fileURLToPath(new URL('../../src/bin/bank-lookup.js', import.meta.url))
  const parameters = ['keys', 'issue', '--mode', 'live', '--name', 'bench', '--json']
  const issued = execFileSync(process.execPath, [commandLine, ...parameters], { env: { ...process.env, ...settings } })
  return JSON.parse(issued.toString()).key
}

/** The best of three, with the same mix, after one that warms up. */
async function findPeak({ port }: Measured, { next }: Mix): Promise<number> {
  const rates: number[] = []
  for (let round = 0; round <= 3; round++) {
    const start = performance.now()
    await keepSchedule({
      port,
      rate: Number.POSITIVE_INFINITY,
      requests: peakRequests,
      connections,
      next,
      readsEvery,
      onAnswer: () => {},
      onFault: noteFault,
    })
    if (round > 0) rates.push(peakRequests / ((performance.now() - start) / 1000))
  }
  console.log(`peak with the client beside it: ${rates.map((rate) => rate.toFixed(0)).join(', ')} requests a second`)
  return Math.max(...rates)
}

async function soak(server: Measured, { next }: Mix, rate: number): Promise<Window[]> {
  console.log(
    `${rate} requests a second on ${connections} connections, for ${values.seconds} s; ms from when each was due`,
  )
  console.log('window  requests  faults     p50     p99   p99.9   MB  cores  timer late p99  waited  client cores')
  const seen: Window[] = []
  let window = openWindow()
  const load = keepSchedule({
    port: server.port,
    rate,
    requests: Math.floor((rate * windowMs * windows) / 1000),
    connections,
    next,
    readsEvery,
    onAnswer: (ms) => window.answers.add(ms),
    onTick: (lateMs) => window.late.add(lateMs),
    onFault: (fault) => {
      window.faults++
      noteFault(fault)
    },
  })
  const ending = new AbortController()
  load.catch(() => ending.abort())
  const until = (ms: number): Promise<void> => setTimeout(ms - performance.now(), undefined, { signal: ending.signal })
  const watch = async (): Promise<void> => {
    const startMs = performance.now()
    for (let number = 0; number < windows; number++) {
      const before = {
        startMs: performance.now(),
        service: server.cpuMs(),
        client: clientCpuMs(),
        waited: waitedMs(server.pid),
      }
      await until(startMs + windowMs * (number + 0.5))
      if (refreshedWindows.includes(number)) {
        writeOverlay(overlay, number)
        process.kill(server.pid, 'SIGHUP')
      }
      await until(startMs + windowMs * (number + 1))
      const ended = window
      window = openWindow()
      const elapsedMs = performance.now() - before.startMs
      ended.residentMb = server.residentMb()
      ended.waited = (waitedMs(server.pid) - before.waited) / elapsedMs
      ended.cores = {
        service: (server.cpuMs() - before.service) / elapsedMs,
        client: (clientCpuMs() - before.client) / elapsedMs,
      }
      seen.push(ended)
      console.log(row(number, ended))
    }
  }
  await Promise.all([load, watch()])
  // What was answered after the end of the last window.
  if (window.faults > 0) console.log(`${window.faults} faults after the end`)
  return seen
}

function openWindow(): Window {
  return {
    answers: openHistogram(),
    late: openHistogram(),
    waited: 0,
    faults: 0,
    residentMb: 0,
    cores: { service: 0, client: 0 },
  }
}

function row(number: number, { answers, late, waited, faults: failed, residentMb, cores }: Window): string {
  const ms = (value: number): string => value.toFixed(value < 10 ? 2 : 1)
  return [
    String(number + 1).padStart(6),
    String(answers.count()).padStart(9),
    String(failed).padStart(7),
    ms(answers.quantile(0.5)).padStart(7),
    ms(answers.quantile(0.99)).padStart(7),
    ms(answers.quantile(0.999)).padStart(7),
    residentMb.toFixed(0).padStart(4),
    cores.service.toFixed(2).padStart(6),
    ms(late.quantile(0.99)).padStart(13),
    percent(waited).padStart(8),
    cores.client.toFixed(2).padStart(13),
    refreshedWindows.includes(number) ? '  new data' : '',
  ].join(' ')
}

function report(seen: Window[], { revisions }: Mix): void {
  const halves = (value: (window: Window) => number): [number, number] => {
    const figures = seen.map(value)
    return [median(figures.slice(0, windows / 2)), median(figures.slice(windows / 2))]
  }
  const worse = ([first, second]: [number, number]): number => second / first
  const p99 = worse(halves(({ answers }) => answers.quantile(0.99)))
  const memory = worse(halves(({ residentMb }) => residentMb))
  const cpu = worse(halves(({ cores, answers }) => cores.service / answers.count()))
  const late = worse(halves(({ late: own }) => own.quantile(0.99)))
  const waited = halves((window) => window.waited)
  console.log('second half beside the first, medians of windows:')
  console.log(`p99 ${p99.toFixed(2)} times (at most ${worseMax.p99})`)
  console.log(
    `memory ${memory.toFixed(2)} times (at most ${worseMax.memory}), CPU of a request ${cpu.toFixed(2)} times`,
  )
  console.log(
    `the machine: timer late ${late.toFixed(2)} times, waited for a core ${waited.map(percent).join(' and ')}`,
  )
  const states = refreshedWindows.length + 1
  console.log(`${revisions.size} of ${states} states of the data seen, ${faults.count} faults`)
  for (const text of faults.texts) console.log(text)
  const isRight = faults.count === 0 && revisions.size === states
  const isStable = isRight && p99 <= worseMax.p99 && memory <= worseMax.memory
  console.log(isStable ? 'stable' : 'not stable')
  if (Math.max(...waited) > waitedMax) console.log("The service often had no core: these latencies are the machine's.")
  if (!isStable) process.exitCode = 1
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function noteFault(fault: string): void {
  faults.count++
  if (faults.texts.size < 5) faults.texts.add(fault)
}

function clientCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
