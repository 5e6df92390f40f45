/** Names that the primary process and its workers must agree on. */

/** Environment variable that holds the revision of the data that the primary serves, for its workers. */
export const servedRevisionEnv = 'BANK_LOOKUP_SERVED'

/** The primary sends this to its workers to make them reload the data. */
export const refreshMethod = 'data.refresh'

/** The primary sends this to its workers once it has printed the startup message, so that log lines may follow. */
export const announcedMethod = 'service.announced'

/** A worker sends this to the primary once it accepts connections. */
export const listeningMethod = 'worker.listening'
