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

const gauge = (help: string, ...labels: string[]) => ({ type: 'gauge', help, labels }) as const
const counter = (help: string, ...labels: string[]) => ({ type: 'counter', help, labels }) as const
const histogram = (help: string, ...labels: string[]) => ({ type: 'histogram', help, labels }) as const

export const metricDefinitions = {
  bank_lookup_requests_total: counter('Responses sent, by route pattern and status.', 'route', 'status'),
  bank_lookup_request_seconds: histogram(
    'Time from the headers of a request until its response was written to the connection.',
    'route',
  ),
  bank_lookup_open_connections: gauge('Open client connections.'),
  bank_lookup_data_info: gauge('The revision of the data being served.', 'revision'),
  bank_lookup_data_age_seconds: gauge(
    'Time since the date in the data revision, which is the date of the newest source.',
  ),
  bank_lookup_data_loaded_timestamp_seconds: gauge('When the data being served was loaded.'),
  bank_lookup_data_loads_total: {
    ...counter(
      'Loads of new data, by outcome; data is rejected if it is invalid, empty or has shrunk sharply.',
      'outcome',
    ),
    values: ['loaded', 'refused'],
  },
  bank_lookup_channel_sequence: gauge(
    'Sequence of the installed data release. Only in the first process, if it follows a channel.',
  ),
  bank_lookup_channel_published_timestamp_seconds: gauge('When the publisher last signed the data channel.'),
  bank_lookup_channel_checked_timestamp_seconds: gauge('When the data channel last answered a check.'),
  bank_lookup_channel_checks_total: {
    ...counter('Checks of the data channel, by outcome.', 'outcome'),
    values: ['succeeded', 'failed'],
  },
  bank_lookup_banks: gauge(
    'Open banks in the directory, by country; regions are omitted, so that the sum is the number of all banks.',
    'country',
  ),
  bank_lookup_key_refusals_total: {
    ...counter('Requests rejected because of a missing or invalid key, by reason.', 'reason'),
    values: ['key_missing', 'key_malformed', 'key_refused', 'key_in_url', 'key_twice', 'guesses_limited'],
  },
  bank_lookup_rate_limited_total: {
    ...counter(
      'Requests rejected because the quota for the minute was used up, by kind of subject; pages have their own quota.',
      'subject',
    ),
    values: ['address', 'key', 'address-pages', 'key-pages', 'address-static'],
  },
  bank_lookup_limiter_subjects: gauge(
    'Addresses and keys that the rate limiter holds in memory, for the API and for pages.',
    'subject',
  ),
  bank_lookup_store_up: gauge('Whether the store responded to the last sync: 1 or 0.'),
  bank_lookup_store_errors_total: {
    ...counter('Failed store operations, by operation.', 'operation'),
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
  bank_lookup_workers: gauge(
    'Server processes, by whether they respond; one that is starting or hung is missing. Only in the first process.',
    'state',
  ),
  bank_lookup_workers_replaced_total: counter(
    'Workers replaced because they exited, or because they hung and were killed. Only in the first process.',
    'reason',
  ),
  bank_lookup_records_created_total: {
    ...counter('Records created, by the mode of the key; retries of the same creation are not counted.', 'mode'),
    values: ['live', 'demo'],
  },
  process_cpu_seconds_total: counter('User and system CPU time.'),
  process_resident_memory_bytes: gauge('Resident memory.'),
  process_start_time_seconds: gauge('When the process started.'),
  nodejs_heap_size_used_bytes: gauge('JavaScript heap in use.'),
  nodejs_eventloop_lag_p50_seconds: gauge('Median event loop delay since the last scrape.'),
  nodejs_eventloop_lag_p99_seconds: gauge('99th percentile of the event loop delay since the last scrape.'),
  nodejs_eventloop_lag_max_seconds: gauge('Longest event loop delay since the last scrape.'),
} as const satisfies Record<string, Metric>

export type MetricName = keyof typeof metricDefinitions

/** The same table widened to `Metric`, for iteration. */
export const everyMetric: Readonly<Record<MetricName, Metric>> = metricDefinitions

/** The counters for which the table lists all label values. */
export type LabelledCounter = {
  [Name in MetricName]: (typeof metricDefinitions)[Name] extends { values: readonly string[] } ? Name : never
}[MetricName]

export type CounterValue<Name extends LabelledCounter> = (typeof metricDefinitions)[Name]['values'][number]
