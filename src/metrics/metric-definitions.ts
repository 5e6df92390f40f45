/**
 * All metrics of a process: name, type, help text and labels. Label values come from the program or its data, never
 * from a client, so that clients cannot create new series.
 */
interface Metric {
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  labels: readonly string[]
  /** All values of its only label. Each is exported as 0 from startup, so that the first event shows as an increase. */
  values?: readonly string[]
}

export const metricDefinitions = {
  bank_lookup_requests_total: {
    type: 'counter',
    help: 'Responses sent, by route pattern and status.',
    labels: ['route', 'status'],
  },
  bank_lookup_request_seconds: {
    type: 'histogram',
    help: 'Time from the headers of a request until its response was written to the connection.',
    labels: ['route'],
  },
  bank_lookup_open_connections: {
    type: 'gauge',
    help: 'Open client connections.',
    labels: [],
  },
  bank_lookup_data_info: {
    type: 'gauge',
    help: 'The revision of the data being served.',
    labels: ['revision'],
  },
  bank_lookup_data_age_seconds: {
    type: 'gauge',
    help: 'Time since the date in the data revision, which is the date of the newest source.',
    labels: [],
  },
  bank_lookup_data_loaded_timestamp_seconds: {
    type: 'gauge',
    help: 'When the data being served was loaded.',
    labels: [],
  },
  bank_lookup_data_loads_total: {
    type: 'counter',
    help: 'Loads of new data, by outcome; data is rejected if it is invalid, empty or has shrunk sharply.',
    labels: ['outcome'],
    values: ['loaded', 'refused'],
  },
  bank_lookup_banks: {
    type: 'gauge',
    help: 'Open banks in the directory, by country; regions are omitted, so that the sum is the number of all banks.',
    labels: ['country'],
  },
  bank_lookup_key_refusals_total: {
    type: 'counter',
    help: 'Requests rejected because of a missing or invalid key, by reason.',
    labels: ['reason'],
    values: ['key_missing', 'key_malformed', 'key_refused', 'key_in_url', 'key_twice', 'guesses_limited'],
  },
  bank_lookup_rate_limited_total: {
    type: 'counter',
    help: 'Requests rejected because the quota for the minute was used up, by kind of subject; pages have their own quota.',
    labels: ['subject'],
    values: ['address', 'key', 'address-pages', 'key-pages', 'address-static'],
  },
  bank_lookup_limiter_subjects: {
    type: 'gauge',
    help: 'Addresses and keys that the rate limiter holds in memory, for the API and for pages.',
    labels: ['subject'],
  },
  bank_lookup_store_up: {
    type: 'gauge',
    help: 'Whether the store responded to the last sync: 1 or 0.',
    labels: [],
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
  },
  bank_lookup_workers: {
    type: 'gauge',
    help: 'Server processes, by whether they respond; one that is starting or hung is missing. Only in the first process.',
    labels: ['state'],
  },
  bank_lookup_workers_replaced_total: {
    type: 'counter',
    help: 'Workers replaced because they exited, or because they hung and were killed. Only in the first process.',
    labels: ['reason'],
  },
  bank_lookup_records_created_total: {
    type: 'counter',
    help: 'Records created, by the mode of the key; retries of the same creation are not counted.',
    labels: ['mode'],
    values: ['live', 'demo'],
  },
  process_cpu_seconds_total: {
    type: 'counter',
    help: 'User and system CPU time.',
    labels: [],
  },
  process_resident_memory_bytes: {
    type: 'gauge',
    help: 'Resident memory.',
    labels: [],
  },
  process_start_time_seconds: {
    type: 'gauge',
    help: 'When the process started.',
    labels: [],
  },
  nodejs_heap_size_used_bytes: {
    type: 'gauge',
    help: 'JavaScript heap in use.',
    labels: [],
  },
  nodejs_eventloop_lag_p50_seconds: {
    type: 'gauge',
    help: 'Median event loop delay since the last scrape.',
    labels: [],
  },
  nodejs_eventloop_lag_p99_seconds: {
    type: 'gauge',
    help: '99th percentile of the event loop delay since the last scrape.',
    labels: [],
  },
  nodejs_eventloop_lag_max_seconds: {
    type: 'gauge',
    help: 'Longest event loop delay since the last scrape.',
    labels: [],
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
