/**
 * Loaded into a service with `--import` by those who measure it. On SIGUSR2 it says on standard error how long its event
 * loop has stood still at most since it was last asked: by the clock, and by the CPU time that the turn took, which leaves
 * out what the machine gave to others meanwhile.
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
