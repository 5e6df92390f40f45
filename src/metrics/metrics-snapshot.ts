/** A snapshot of the metrics of one process, as plain values that can be sent to another process and merged there. */
import { everyMetric, type MetricName } from './metric-definitions.ts'

export interface Series {
  /** Label values, in the order of the metric's label names. */
  labels: string[]
  /** One number; for a histogram, the non-cumulative count of each bucket, followed by the sum. */
  values: number[]
}

export type Snapshot = Partial<Record<MetricName, Series[]>>

const aggregations = {
  sum: (a: number, b: number): number => a + b,
  max: Math.max,
  min: Math.min,
}

/** Merges series with the same labels, using the aggregation defined for their metric. */
export function mergeSnapshots(snapshots: Snapshot[]): Snapshot {
  const merged: Snapshot = {}
  for (const name of Object.keys(everyMetric) as MetricName[]) {
    const aggregate = aggregations[everyMetric[name].aggregation]
    const byLabels = new Map<string, Series>()
    for (const { labels, values } of snapshots.flatMap((snapshot) => snapshot[name] ?? [])) {
      const key = JSON.stringify(labels)
      const before = byLabels.get(key)?.values
      byLabels.set(key, {
        labels,
        values: values.map((value, index) => (before ? aggregate(before[index] as number, value) : value)),
      })
    }
    if (byLabels.size > 0) merged[name] = [...byLabels.values()]
  }
  return merged
}

/** Returns the metrics that remain valid after the process has ended: counters and histograms, but not gauges. */
export function countersIn(snapshot: Snapshot): Snapshot {
  return Object.fromEntries(
    Object.entries(snapshot).filter(([name]) => everyMetric[name as MetricName].type !== 'gauge'),
  )
}
