/** What the first process tells a worker, as environment variables. */

/** The number of the worker, and the port and the revision of the data of the first process. */
export const workerEnv = { number: 'BANK_LOOKUP_WORKER', port: 'BANK_LOOKUP_PORT', revision: 'BANK_LOOKUP_SERVED' }

const { [workerEnv.number]: number, [workerEnv.port]: port, [workerEnv.revision]: servedRevision } = process.env

export const workerSetup = { number: Number(number), port, servedRevision }

export const isWorker = servedRevision !== undefined && process.send !== undefined
