/** Names shared by the primary process and its workers. */

/** Set in the environment of a worker: the revision of the data that the primary serves. */
export const servedRevisionEnv = 'BANK_LOOKUP_SERVED'

/** From the primary to its workers: load the data again. */
export const refreshMethod = 'data.refresh'

/** From a worker to the primary, once it accepts connections. */
export const listeningMethod = 'worker.listening'
