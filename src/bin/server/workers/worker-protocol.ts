/** Names that the primary process and its workers must agree on. */

/** Environment variable of a worker: the revision of the data that the primary serves. */
export const servedRevisionEnv = 'BANK_LOOKUP_SERVED'

/** Sent by the primary to its workers: reload the data. */
export const refreshMethod = 'data.refresh'

/** Sent by a worker to the primary once the worker accepts connections. */
export const listeningMethod = 'worker.listening'
