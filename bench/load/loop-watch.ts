/**
 * Loaded into a measured service with `--import`. On SIGUSR2 it writes to stderr the longest stall of the event loop since the
 * last signal: by the clock, and by CPU time, which excludes time that the machine gave to other processes.
 */
import { isMainThread } from 'node:worker_threads'

const everyMs = 1

if (isMainThread) {
  let longest = { clockMs: 0, cpuMs: 0 }
  let clock = performance.now()
  let cpu = cpuMs()
  setInterval(() => {
    const [nextClock, nextCpu] = [performance.now(), cpuMs()]
    longest = {
      clockMs: Math.max(longest.clockMs, nextClock - clock - everyMs),
      cpuMs: Math.max(longest.cpuMs, nextCpu - cpu),
    }
    clock = nextClock
    cpu = nextCpu
  }, everyMs).unref()
  process.on('SIGUSR2', () => {
    process.stderr.write(`${JSON.stringify({ stalled: longest })}\n`)
    longest = { clockMs: 0, cpuMs: 0 }
  })
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
