/**
 * Loaded into a measured service with `--import`. On SIGUSR2 it writes to stderr the longest stall of the event loop since the
 * last signal: by the clock, and by CPU time, which excludes time that the machine gave to other processes. `ownMs` is the
 * longest CPU time without garbage collection, and `gcMs` the longest collection.
 */
import { PerformanceObserver } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'
import { threadCpuMs } from '../thread-cpu.ts'

const everyMs = 1
/** Shorter turns are not checked for garbage collections. */
const checkedMs = 3

interface Turn {
  from: number
  to: number
  cpuMs: number
}

if (isMainThread) {
  let longest = { clockMs: 0, cpuMs: 0 }
  let turns: Turn[] = []
  let collections: { startTime: number; duration: number }[] = []
  let clock = performance.now()
  let cpu = threadCpuMs()
  // Node reports a collection some turns later.
  new PerformanceObserver((list) => collections.push(...list.getEntries())).observe({ entryTypes: ['gc'] })
  setInterval(() => {
    const [nextClock, nextCpu] = [performance.now(), threadCpuMs()]
    const turn = { from: clock, to: nextClock, cpuMs: nextCpu - cpu }
    longest = {
      clockMs: Math.max(longest.clockMs, nextClock - clock - everyMs),
      cpuMs: Math.max(longest.cpuMs, turn.cpuMs),
    }
    if (turn.cpuMs > checkedMs) turns.push(turn)
    clock = nextClock
    cpu = nextCpu
  }, everyMs).unref()
  const ownMs = ({ from, to, cpuMs: turnMs }: Turn): number =>
    collections
      .filter(({ startTime }) => startTime >= from && startTime < to)
      .reduce((rest, { duration }) => rest - duration, turnMs)
  const report = (): void => {
    const gcMs = Math.max(0, ...collections.map(({ duration }) => duration))
    const stalled = { ...longest, ownMs: Math.max(0, ...turns.map(ownMs)), gcMs }
    process.stderr.write(`${JSON.stringify({ stalled })}\n`)
    longest = { clockMs: 0, cpuMs: 0 }
    turns = []
    collections = []
  }
  process.on('SIGUSR2', () => setTimeout(report, 20))
}
