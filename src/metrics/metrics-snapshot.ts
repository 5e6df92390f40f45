/** The metrics of one process at one moment, as plain values that can be sent to another process, and how to merge them. */
import { everyMetric, type MetricName } from './metric-definitions.ts'

export interface Series {
  /** In the order of the metric's label names. */
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

/** Merges the series with the same labels by the aggregation of their metric. */
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

/** The metrics that stay valid after the process has ended: counters and histograms, not gauges. */
export function countersIn(snapshot: Snapshot): Snapshot {
  return Object.fromEntries(
    Object.entries(snapshot).filter(([name]) => everyMetric[name as MetricName].type !== 'gauge'),
  )
}
