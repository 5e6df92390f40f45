/** What the process itself costs, under the names that dashboards for Node know. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metrics } from './metrics.ts'

/** The loop is woken so often to see whether it comes late; more often would cost an idle process more than its work. */
const resolutionMs = 50

/** Only where somebody can ask for the figures. The delay is that since it was last asked for. */
export function watchProcess(metrics: Pick<Metrics, 'gauge'>): { stop(): void } {
  const startSeconds = performance.timeOrigin / 1000
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  // It measures from one waking to the next, the time that it meant to sleep included.
  const lagSeconds = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000)
  const percentile = (share: number): number => (delay.count === 0 ? 0 : lagSeconds(delay.percentile(share)))

  metrics.gauge('process_cpu_seconds_total', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  metrics.gauge('process_resident_memory_bytes', () => process.memoryUsage.rss())
  metrics.gauge('process_start_time_seconds', () => startSeconds)
  metrics.gauge('nodejs_heap_size_used_bytes', () => process.memoryUsage().heapUsed)
  metrics.gauge('nodejs_eventloop_lag_p50_seconds', () => percentile(50))
  metrics.gauge('nodejs_eventloop_lag_p99_seconds', () => percentile(99))
  metrics.gauge('nodejs_eventloop_lag_max_seconds', () => {
    const longest = lagSeconds(delay.max)
    // Watched figures are read in their order, so this one comes last and begins the next span.
    delay.reset()
    return longest
  })
  return { stop: () => void delay.disable() }
}
