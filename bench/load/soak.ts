/**
 * `npm run bench:load`, endurance, and the last part of `npm run test:long`: one process at half its peak rate for ten minutes,
 * while its data changes now and then. `--seconds` shortens it. Fails if a response is wrong, if new data was not served, or
 * if the second half is worse than the first. It compares medians of windows, so that one disturbed moment does not decide.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { median } from '../median.ts'
import { coreWaitMs, entry, type Measured, startProcess } from '../processes.ts'
import { createHistogram, type Histogram } from './histogram.ts'
import { createMix, type Mix } from './mix.ts'
import { runSchedule } from './open-loop.ts'
import { writeOverlay } from './overlay.ts'

const windows = 10
/** Windows in which the data changes, half-way: as many in the first half as in the second. */
const refreshedWindows = [1, 3, 6, 8]
const connections = 64
const peakRequests = 30_000
/** A prime, so that over time every request of a mix of a thousand is read. */
const readsEvery = 53
/** Limits for the ratio of the second half to the first. */
const ratioMax = { p99: 1.5, memory: 1.25 }

/** If the service waits for a core for more than this share of the time, the latencies measure the machine. */
const waitedMax = 0.1

interface Window {
  answers: Histogram
  /** A control for noise of the machine: how late the client's own timer was. */
  late: Histogram
  /** Another control: the share of the time that the service was ready to run but had no core. */
  waited: number
  faults: number
  residentMb: number
  cores: { service: number; client: number }
}

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '600' } } })
const windowMs = (Number(values.seconds) * 1000) / windows
if (!(windowMs >= 1000)) throw new Error('--seconds must be at least 10.')

const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-bench-'))
const overlay = join(folder, 'overlay')
writeOverlay(overlay, 0)
// The limiter is on, with a limit that is never reached; the store is a temporary one.
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
    const mix = createMix(server.port, key)
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

/** The best of three rounds with the same mix, after a warm-up round. */
async function findPeak({ port }: Measured, { next }: Mix): Promise<number> {
  const rates: number[] = []
  for (let round = 0; round <= 3; round++) {
    const start = performance.now()
    await runSchedule({
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
  console.log(
    `peak with the client on the same machine: ${rates.map((rate) => rate.toFixed(0)).join(', ')} requests a second`,
  )
  return Math.max(...rates)
}

async function soak(server: Measured, { next }: Mix, rate: number): Promise<Window[]> {
  console.log(`${rate} requests a second on ${connections} connections, for ${values.seconds} s; ms from the due time`)
  console.log('window  requests  faults     p50     p99   p99.9   MB  cores  timer late p99  waited  client cores')
  const seen: Window[] = []
  let window = createWindow()
  const load = runSchedule({
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
        waited: coreWaitMs(server.pid),
      }
      await until(startMs + windowMs * (number + 0.5))
      if (refreshedWindows.includes(number)) {
        writeOverlay(overlay, number)
        process.kill(server.pid, 'SIGHUP')
      }
      await until(startMs + windowMs * (number + 1))
      const ended = window
      window = createWindow()
      const elapsedMs = performance.now() - before.startMs
      ended.residentMb = server.residentMb()
      ended.waited = (coreWaitMs(server.pid) - before.waited) / elapsedMs
      ended.cores = {
        service: (server.cpuMs() - before.service) / elapsedMs,
        client: (clientCpuMs() - before.client) / elapsedMs,
      }
      seen.push(ended)
      console.log(row(number, ended))
    }
  }
  await Promise.all([load, watch()])
  // Responses after the end of the last window.
  if (window.faults > 0) console.log(`${window.faults} faults after the end`)
  return seen
}

function createWindow(): Window {
  return {
    answers: createHistogram(),
    late: createHistogram(),
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
    const all = seen.map(value)
    return [median(all.slice(0, windows / 2)), median(all.slice(windows / 2))]
  }
  const ratio = ([first, second]: [number, number]): number => second / first
  const p99 = ratio(halves(({ answers }) => answers.quantile(0.99)))
  const memory = ratio(halves(({ residentMb }) => residentMb))
  const cpu = ratio(halves(({ cores, answers }) => cores.service / answers.count()))
  const late = ratio(halves(({ late: own }) => own.quantile(0.99)))
  const waited = halves((window) => window.waited)
  console.log('second half compared with the first, medians of windows:')
  console.log(`p99 ${p99.toFixed(2)} times (at most ${ratioMax.p99})`)
  console.log(
    `memory ${memory.toFixed(2)} times (at most ${ratioMax.memory}), CPU of a request ${cpu.toFixed(2)} times`,
  )
  console.log(
    `the machine: timer late ${late.toFixed(2)} times, waiting for a core ${waited.map(percent).join(' and ')}`,
  )
  const states = refreshedWindows.length + 1
  console.log(`${revisions.size} of ${states} states of the data seen, ${faults.count} faults`)
  for (const text of faults.texts) console.log(text)
  const isRight = faults.count === 0 && revisions.size === states
  const isStable = isRight && p99 <= ratioMax.p99 && memory <= ratioMax.memory
  console.log(isStable ? 'stable' : 'not stable')
  if (Math.max(...waited) > waitedMax)
    console.log('The service often had no core: these latencies measure the machine.')
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
