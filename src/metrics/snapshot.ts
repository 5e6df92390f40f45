/**
 * The figures of one process at one moment, as plain numbers and texts that can be sent to another process, and how
 * those of several become one.
 */
import { everyMetric, type MetricName } from './metric-definitions.ts'

export interface Series {
  /** In the order of the metric's label names. */
  labels: string[]
  /** One number; of a histogram the count of each bucket by itself, then the sum. */
  values: number[]
}

export type Snapshot = Partial<Record<MetricName, Series[]>>

const joined = {
  sum: (a: number, b: number): number => a + b,
  max: Math.max,
  min: Math.min,
}

/** Series of the same labels become one, as the metric's line in the table says. */
export function mergeSnapshots(snapshots: Snapshot[]): Snapshot {
  const merged: Snapshot = {}
  for (const name of Object.keys(everyMetric) as MetricName[]) {
    const join = joined[everyMetric[name].across]
    const byLabels = new Map<string, Series>()
    for (const { labels, values } of snapshots.flatMap((snapshot) => snapshot[name] ?? [])) {
      const key = JSON.stringify(labels)
      const before = byLabels.get(key)?.values
      byLabels.set(key, {
        labels,
        values: values.map((value, at) => (before ? join(before[at] as number, value) : value)),
      })
    }
    if (byLabels.size > 0) merged[name] = [...byLabels.values()]
  }
  return merged
}

/** What stays true when the process has ended: what it counted, not what it was like. */
export function countersIn(snapshot: Snapshot): Snapshot {
  return Object.fromEntries(
    Object.entries(snapshot).filter(([name]) => everyMetric[name as MetricName].type !== 'gauge'),
  )
}
