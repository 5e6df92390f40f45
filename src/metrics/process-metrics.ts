/** CPU, memory and event loop delay of the process, under the names that dashboards for Node expect. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metrics } from './metrics.ts'

/**
 * The sampling interval for the event loop delay. With a shorter interval, an idle process would spend more CPU time on
 * sampling than on its work.
 */
const resolutionMs = 50

/**
 * Adds the gauges. Call this only if an admin port will read them. The event loop delay covers the time since the last
 * snapshot.
 */
export function watchProcess(metrics: Pick<Metrics, 'gauge'>): { stop(): void } {
  const startSeconds = performance.timeOrigin / 1000
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  // Subtract the sampling interval: the histogram holds the time between two samples, which includes it.
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
    // Reset here, in the last of the lag gauges: gauges are read in the order they were added.
    delay.reset()
    return longest
  })
  return { stop: () => void delay.disable() }
}
