/** The metrics of one process: counters and gauges, and a snapshot of all of them. */
import { type CounterValue, type LabelledCounter, type MetricName, metricDefinitions } from './metric-definitions.ts'
import { createRequestMetrics, type RequestMetrics, type Series } from './request-metrics.ts'

export type MetricsSnapshot = Partial<Record<MetricName, Series[]>>

export interface Metrics extends Omit<RequestMetrics, 'requests' | 'latencies'> {
  count<Name extends LabelledCounter>(name: Name, value: CounterValue<Name>): void
  /** Counts an error response by its code if it concerns a key. Other errors are counted only by route and status. */
  problem(code: string): void
  /** Records that this data is now being served. */
  dataLoaded(data: ServedData): void
  /** Adds a gauge. Each snapshot calls `read`; undefined means that the gauge has no value now. */
  gauge(name: MetricName, read: () => number | undefined, label?: string): void
  snapshot(): MetricsSnapshot
}

/** The part of a directory that the metrics need. */
export interface ServedData {
  revision: string
  countries: readonly { code: string; kind: string; bank_count: number }[]
}

export function createMetrics({ nowMs = Date.now }: { nowMs?: () => number } = {}): Metrics {
  const { requests, latencies, ...observed } = createRequestMetrics()
  const counters = createCounters()
  const gauges: { name: MetricName; labels: string[]; read: () => number | undefined }[] = []
  let data: { loaded: ServedData; atMs: number } | undefined

  const count: Metrics['count'] = (name, value) => {
    const counter = counters.get(name) as Map<string, number>
    counter.set(value, (counter.get(value) as number) + 1)
  }

  return {
    ...observed,
    count,
    problem: (code) => {
      if (isKeyRefusal(code)) count('bank_lookup_key_refusals_total', code)
    },
    dataLoaded: (loaded) => {
      data = { loaded, atMs: nowMs() }
      count('bank_lookup_data_loads_total', 'loaded')
    },
    gauge: (name, read, label) => void gauges.push({ name, read, labels: label === undefined ? [] : [label] }),
    snapshot: () => {
      const snapshot: MetricsSnapshot = data ? dataMetrics(data.loaded, data.atMs, nowMs()) : {}
      snapshot.bank_lookup_requests_total = requests()
      snapshot.bank_lookup_request_seconds = latencies()
      for (const [name, counter] of counters) {
        snapshot[name] = [...counter].map(([label, value]) => ({ labels: [label], values: [value] }))
      }
      for (const { name, labels, read } of gauges) {
        const value = read()
        if (value === undefined) continue
        snapshot[name] ??= []
        snapshot[name].push({ labels, values: [value] })
      }
      return snapshot
    },
  }
}

function createCounters(): Map<LabelledCounter, Map<string, number>> {
  const counters = new Map<LabelledCounter, Map<string, number>>()
  for (const [name, metric] of Object.entries(metricDefinitions)) {
    if ('values' in metric) counters.set(name as LabelledCounter, new Map(metric.values.map((value) => [value, 0])))
  }
  return counters
}

type KeyRefusal = CounterValue<'bank_lookup_key_refusals_total'>
const keyRefusals: ReadonlySet<string> = new Set(metricDefinitions.bank_lookup_key_refusals_total.values)
const isKeyRefusal = (code: string): code is KeyRefusal => keyRefusals.has(code)

function dataMetrics({ revision, countries }: ServedData, loadedMs: number, nowMs: number): MetricsSnapshot {
  const one = (value: number): Series[] => [{ labels: [], values: [value] }]
  const dateMs = Date.parse(revision.split('.', 1)[0] as string)
  return {
    bank_lookup_data_info: [{ labels: [revision], values: [1] }],
    bank_lookup_data_loaded_timestamp_seconds: one(loadedMs / 1000),
    // Omit the age if the revision of a custom dataset contains no date.
    ...(Number.isNaN(dateMs) ? {} : { bank_lookup_data_age_seconds: one((nowMs - dateMs) / 1000) }),
    bank_lookup_banks: countries
      .filter(({ kind }) => kind === 'country')
      .map(({ code, bank_count }) => ({ labels: [code], values: [bank_count] })),
  }
}
