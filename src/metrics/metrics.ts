/** What a process counts and measures of itself, for whoever watches the service from outside. */

import { type CounterValue, type LabelledCounter, type MetricName, metricDefinitions } from './metric-definitions.ts'
import { createRequestMetrics, type RequestMetrics } from './request-metrics.ts'
import type { Series, Snapshot } from './snapshot.ts'

export interface Metrics extends Omit<RequestMetrics, 'requests' | 'latencies'> {
  count<Name extends LabelledCounter>(name: Name, value: CounterValue<Name>): void
  /** Any problem that is answered; those with keys are counted by reason, the others are seen by route and status. */
  problem(code: string): void
  /** The data that is served from now on. */
  dataLoaded(data: LoadedData): void
  /** A figure that somebody else has, read when it is asked for; undefined while there is none. */
  gauge(name: MetricName, read: () => number | undefined, label?: string): void
  snapshot(): Snapshot
}

/** What is told of an open directory. */
export interface LoadedData {
  revision: string
  countries: readonly { code: string; kind: string; bank_count: number }[]
}

export function createMetrics({ nowMs = Date.now }: { nowMs?: () => number } = {}): Metrics {
  const { requests, latencies, ...observed } = createRequestMetrics()
  const tallies = openTallies()
  const watched: { name: MetricName; labels: string[]; read: () => number | undefined }[] = []
  let data: { loaded: LoadedData; atMs: number } | undefined

  const count: Metrics['count'] = (name, value) => {
    const tally = tallies.get(name) as Map<string, number>
    tally.set(value, (tally.get(value) as number) + 1)
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
    gauge: (name, read, label) => void watched.push({ name, read, labels: label === undefined ? [] : [label] }),
    snapshot: () => {
      const snapshot: Snapshot = data ? dataFigures(data.loaded, data.atMs, nowMs()) : {}
      snapshot.bank_lookup_requests_total = requests()
      snapshot.bank_lookup_request_seconds = latencies()
      for (const [name, tally] of tallies) {
        snapshot[name] = [...tally].map(([label, value]) => ({ labels: [label], values: [value] }))
      }
      for (const { name, labels, read } of watched) {
        const value = read()
        if (value === undefined) continue
        snapshot[name] ??= []
        snapshot[name].push({ labels, values: [value] })
      }
      return snapshot
    },
  }
}

function openTallies(): Map<LabelledCounter, Map<string, number>> {
  const tallies = new Map<LabelledCounter, Map<string, number>>()
  for (const [name, metric] of Object.entries(metricDefinitions)) {
    if ('values' in metric) tallies.set(name as LabelledCounter, new Map(metric.values.map((value) => [value, 0])))
  }
  return tallies
}

type KeyRefusal = CounterValue<'bank_lookup_key_refusals_total'>
const keyRefusals: ReadonlySet<string> = new Set(metricDefinitions.bank_lookup_key_refusals_total.values)
const isKeyRefusal = (code: string): code is KeyRefusal => keyRefusals.has(code)

function dataFigures({ revision, countries }: LoadedData, loadedMs: number, nowMs: number): Snapshot {
  const one = (value: number): Series[] => [{ labels: [], values: [value] }]
  const bornMs = Date.parse(revision.split('.', 1)[0] as string)
  return {
    bank_lookup_data_info: [{ labels: [revision], values: [1] }],
    bank_lookup_data_loaded_timestamp_seconds: one(loadedMs / 1000),
    // A small dataset of an operator's own may have no date.
    ...(Number.isNaN(bornMs) ? {} : { bank_lookup_data_age_seconds: one((nowMs - bornMs) / 1000) }),
    bank_lookup_banks: countries
      .filter(({ kind }) => kind === 'country')
      .map(({ code, bank_count }) => ({ labels: [code], values: [bank_count] })),
  }
}
