/**
 * Every metric that the service shows: its name, kind and meaning, its labels, and how the figures of several processes
 * become one. A label has the values of the program or of its data, never what a caller sent.
 */
interface Metric {
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  labels: readonly string[]
  /** All values of its one label: each is shown from the start, so that the first event is seen as a rise. */
  values?: readonly string[]
  across: 'sum' | 'max' | 'min'
}

export const metricDefinitions = {
  bank_lookup_requests_total: {
    type: 'counter',
    help: 'Requests answered, by the pattern of the route and the status.',
    labels: ['route', 'status'],
    across: 'sum',
  },
  bank_lookup_request_seconds: {
    type: 'histogram',
    help: 'Time from the head of a request until its answer was handed to the connection.',
    labels: ['route'],
    across: 'sum',
  },
  bank_lookup_open_connections: {
    type: 'gauge',
    help: 'Connections of clients that are open.',
    labels: [],
    across: 'sum',
  },
  bank_lookup_data_info: {
    type: 'gauge',
    help: 'The revision of the data that is served; two while processes change over.',
    labels: ['revision'],
    across: 'max',
  },
  bank_lookup_data_age_seconds: {
    type: 'gauge',
    help: 'Time since the date in the revision of the data, which is that of its newest source.',
    labels: [],
    across: 'max',
  },
  bank_lookup_data_loaded_timestamp_seconds: {
    type: 'gauge',
    help: 'When the data that is served was loaded, by the process that did so first.',
    labels: [],
    across: 'min',
  },
  bank_lookup_data_loads_total: {
    type: 'counter',
    help: 'Times a process took over new data, or refused it as broken, empty or sharply shrunken.',
    labels: ['outcome'],
    values: ['loaded', 'refused'],
    across: 'sum',
  },
  bank_lookup_banks: {
    type: 'gauge',
    help: 'Open banks in the directory, by country; regions are left out, so the sum is that of all banks.',
    labels: ['country'],
    across: 'max',
  },
  bank_lookup_key_refusals_total: {
    type: 'counter',
    help: 'Requests refused for their key, or for want of one.',
    labels: ['reason'],
    values: ['key_missing', 'key_malformed', 'key_refused', 'key_in_url', 'key_twice', 'guesses_limited'],
    across: 'sum',
  },
  bank_lookup_rate_limited_total: {
    type: 'counter',
    help: 'Requests refused because the quota of the minute was used up, by what it is counted for.',
    labels: ['subject'],
    values: ['address', 'key'],
    across: 'sum',
  },
  bank_lookup_limiter_subjects: {
    type: 'gauge',
    help: 'Addresses and keys that the limiter remembers.',
    labels: ['subject'],
    across: 'sum',
  },
  bank_lookup_store_up: {
    type: 'gauge',
    help: 'Whether the store answered when it was last asked: 1, or 0.',
    labels: [],
    across: 'min',
  },
  bank_lookup_store_errors_total: {
    type: 'counter',
    help: 'What the store could not do, by operation.',
    labels: ['operation'],
    values: [
      'add_key',
      'list_keys',
      'find_key',
      'note_uses',
      'create_record',
      'advance_running_time',
      'forget_idempotency',
    ],
    across: 'sum',
  },
  bank_lookup_workers: {
    type: 'gauge',
    help: 'Processes that serve, by whether they answer; one that starts or hangs is missing.',
    labels: ['state'],
    across: 'sum',
  },
  bank_lookup_workers_replaced_total: {
    type: 'counter',
    help: 'Workers that were replaced, because they ended or because they did not answer and were killed.',
    labels: ['reason'],
    values: ['ended', 'hung'],
    across: 'sum',
  },
  bank_lookup_records_created_total: {
    type: 'counter',
    help: 'Records created, by the mode of the key; a retry that found its first record is none.',
    labels: ['mode'],
    values: ['live', 'demo'],
    across: 'sum',
  },
  process_cpu_seconds_total: {
    type: 'counter',
    help: 'User and system CPU time spent, of all processes together.',
    labels: [],
    across: 'sum',
  },
  process_resident_memory_bytes: {
    type: 'gauge',
    help: 'Resident memory, of all processes together; what they share counts in each.',
    labels: [],
    across: 'sum',
  },
  process_start_time_seconds: {
    type: 'gauge',
    help: 'When the first of the processes started.',
    labels: [],
    across: 'min',
  },
  nodejs_heap_size_used_bytes: {
    type: 'gauge',
    help: 'Heap in use by JavaScript, of all processes together.',
    labels: [],
    across: 'sum',
  },
  nodejs_eventloop_lag_p50_seconds: {
    type: 'gauge',
    help: 'Median delay of the event loop since the last scrape, of the process where it is longest.',
    labels: [],
    across: 'max',
  },
  nodejs_eventloop_lag_p99_seconds: {
    type: 'gauge',
    help: '99th percentile of the delay of the event loop since the last scrape, of the process where it is longest.',
    labels: [],
    across: 'max',
  },
  nodejs_eventloop_lag_max_seconds: {
    type: 'gauge',
    help: 'Longest delay of the event loop since the last scrape, of all processes.',
    labels: [],
    across: 'max',
  },
} as const satisfies Record<string, Metric>

export type MetricName = keyof typeof metricDefinitions

/** The same table without the letter of its values, for whoever goes through all of it. */
export const everyMetric: Readonly<Record<MetricName, Metric>> = metricDefinitions

/** Counters whose label has its values in the table. */
export type LabelledCounter = {
  [Name in MetricName]: (typeof metricDefinitions)[Name] extends { values: readonly string[] } ? Name : never
}[MetricName]

export type CounterValue<Name extends LabelledCounter> = (typeof metricDefinitions)[Name]['values'][number]
