/**
 * All metrics of the service: name, type, help text, labels, and how to aggregate the values from several processes.
 * Label values come from the program or its data, never from a client, so that clients cannot create new series.
 */
interface Metric {
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  labels: readonly string[]
  /** All values of its only label. Each is exported as 0 from startup, so that the first event shows as an increase. */
  values?: readonly string[]
  aggregation: 'sum' | 'max' | 'min'
}

export const metricDefinitions = {
  bank_lookup_requests_total: {
    type: 'counter',
    help: 'Responses sent, by route pattern and status.',
    labels: ['route', 'status'],
    aggregation: 'sum',
  },
  bank_lookup_request_seconds: {
    type: 'histogram',
    help: 'Time from the headers of a request until its response was written to the connection.',
    labels: ['route'],
    aggregation: 'sum',
  },
  bank_lookup_open_connections: {
    type: 'gauge',
    help: 'Open client connections.',
    labels: [],
    aggregation: 'sum',
  },
  bank_lookup_data_info: {
    type: 'gauge',
    help: 'The revision of the data being served; two revisions while processes switch over.',
    labels: ['revision'],
    aggregation: 'max',
  },
  bank_lookup_data_age_seconds: {
    type: 'gauge',
    help: 'Time since the date in the data revision, which is the date of the newest source.',
    labels: [],
    aggregation: 'max',
  },
  bank_lookup_data_loaded_timestamp_seconds: {
    type: 'gauge',
    help: 'When the data being served was loaded, in the first process that loaded it.',
    labels: [],
    aggregation: 'min',
  },
  bank_lookup_data_loads_total: {
    type: 'counter',
    help: 'Loads of new data, by outcome; data is rejected if it is invalid, empty or has shrunk sharply.',
    labels: ['outcome'],
    values: ['loaded', 'refused'],
    aggregation: 'sum',
  },
  bank_lookup_banks: {
    type: 'gauge',
    help: 'Open banks in the directory, by country; regions are omitted, so that the sum is the number of all banks.',
    labels: ['country'],
    aggregation: 'max',
  },
  bank_lookup_key_refusals_total: {
    type: 'counter',
    help: 'Requests rejected because of a missing or invalid key, by reason.',
    labels: ['reason'],
    values: ['key_missing', 'key_malformed', 'key_refused', 'key_in_url', 'key_twice', 'guesses_limited'],
    aggregation: 'sum',
  },
  bank_lookup_rate_limited_total: {
    type: 'counter',
    help: 'Requests rejected because the quota for the minute was used up, by kind of subject; pages have their own quota.',
    labels: ['subject'],
    values: ['address', 'key', 'address-pages', 'key-pages', 'address-static'],
    aggregation: 'sum',
  },
  bank_lookup_limiter_subjects: {
    type: 'gauge',
    help: 'Addresses and keys that the rate limiter holds in memory, for the API and for pages.',
    labels: ['subject'],
    aggregation: 'sum',
  },
  bank_lookup_store_up: {
    type: 'gauge',
    help: 'Whether the store responded to the last sync: 1 or 0.',
    labels: [],
    aggregation: 'min',
  },
  bank_lookup_store_errors_total: {
    type: 'counter',
    help: 'Failed store operations, by operation.',
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
    aggregation: 'sum',
  },
  bank_lookup_workers: {
    type: 'gauge',
    help: 'Server processes, by whether they respond; a process that is starting or hung counts as missing.',
    labels: ['state'],
    aggregation: 'sum',
  },
  bank_lookup_workers_replaced_total: {
    type: 'counter',
    help: 'Workers that were replaced because they exited, or because they hung and were killed.',
    labels: ['reason'],
    values: ['ended', 'hung'],
    aggregation: 'sum',
  },
  bank_lookup_records_created_total: {
    type: 'counter',
    help: 'Records created, by the mode of the key; retries of the same creation are not counted.',
    labels: ['mode'],
    values: ['live', 'demo'],
    aggregation: 'sum',
  },
  process_cpu_seconds_total: {
    type: 'counter',
    help: 'User and system CPU time of all processes together.',
    labels: [],
    aggregation: 'sum',
  },
  process_resident_memory_bytes: {
    type: 'gauge',
    help: 'Resident memory of all processes together; shared memory is counted once per process.',
    labels: [],
    aggregation: 'sum',
  },
  process_start_time_seconds: {
    type: 'gauge',
    help: 'When the first process started.',
    labels: [],
    aggregation: 'min',
  },
  nodejs_heap_size_used_bytes: {
    type: 'gauge',
    help: 'JavaScript heap in use in all processes together.',
    labels: [],
    aggregation: 'sum',
  },
  nodejs_eventloop_lag_p50_seconds: {
    type: 'gauge',
    help: 'Median event loop delay since the last scrape, in the slowest process.',
    labels: [],
    aggregation: 'max',
  },
  nodejs_eventloop_lag_p99_seconds: {
    type: 'gauge',
    help: '99th percentile of the event loop delay since the last scrape, in the slowest process.',
    labels: [],
    aggregation: 'max',
  },
  nodejs_eventloop_lag_max_seconds: {
    type: 'gauge',
    help: 'Longest event loop delay since the last scrape, in any process.',
    labels: [],
    aggregation: 'max',
  },
} as const satisfies Record<string, Metric>

export type MetricName = keyof typeof metricDefinitions

/** The same table widened to `Metric`, for iteration. */
export const everyMetric: Readonly<Record<MetricName, Metric>> = metricDefinitions

/** The counters for which the table lists all label values. */
export type LabelledCounter = {
  [Name in MetricName]: (typeof metricDefinitions)[Name] extends { values: readonly string[] } ? Name : never
}[MetricName]

export type CounterValue<Name extends LabelledCounter> = (typeof metricDefinitions)[Name]['values'][number]
