/**
 * A lookup: a request that is served from the data snapshot. Each file in this folder has the schemas of one lookup and a
 * function that takes the parameters and a `Lookup` and returns the response. The route of the framework and the fast
 * path both call it.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { hasSteps, type Started } from '../../directory/run-to-end.ts'
import type { Scheduler } from '../admission/scheduler.ts'
import type { SendableResponse } from '../responses/send-response.ts'
import type { DataSnapshot } from '../snapshot/data-snapshot.ts'

/** Everything about the request except its parameters. */
export interface Lookup {
  request: IncomingMessage
  requestId(): string
  /** The client address: the scheduler shares time fairly between addresses. */
  address: string
  snapshot: DataSnapshot
  scheduler: Scheduler
}

/** A promise only if the lookup has to wait: for its turn, for the search index, or for a compressed body. */
export type LookupResponse = SendableResponse | Promise<SendableResponse>

export const lookupOf = ({ raw, id, admission, snapshot, server }: FastifyRequest): Lookup => ({
  request: raw,
  requestId: () => id,
  address: admission.address,
  snapshot,
  scheduler: server.scheduler,
})

/**
 * Uses a value at once if it is ready, and otherwise when its promise resolves. Lookups seldom have to wait, and a chain
 * of promises would cost more than most of them.
 */
export const whenReady = <Value, Result>(
  value: Value | Promise<Value>,
  use: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> => (value instanceof Promise ? value.then(use) : use(value))

/** Runs a job. If it has steps, such as those of a search, other requests are read between them. */
export const runStarted = <Result>(
  scheduler: Scheduler,
  address: string,
  start: () => Started<Result>,
): Result | Promise<Result> =>
  whenReady(scheduler.run(address, start), (started) =>
    hasSteps(started) ? scheduler.runUninterrupted(address, started) : started,
  )
