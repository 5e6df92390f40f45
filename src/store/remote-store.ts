/** Lets a worker use the store of the primary process over the channel between them. */
import type { Peer } from '../ipc/rpc.ts'
import { type Store, StoreUnavailable } from './contract.ts'

const operations: readonly Exclude<keyof Store, 'close'>[] = [
  'addKey',
  'listKeys',
  'findKey',
  'revokeKey',
  'rotateKey',
  'recordKeyUsage',
  'createRecord',
  'listRecords',
  'advanceRunningTime',
  'deleteExpiredIdempotencyKeys',
]

/** Longer than the timeouts of the store itself, so that the worker gets the store's own error. */
const callTimeoutMs = 15_000

const methodName = (operation: string): string => `store.${operation}`

/** Handles a worker's calls in the primary process. */
export function serveStore(worker: Peer, store: Store): void {
  for (const operation of operations) worker.handle(methodName(operation), store[operation])
}

/**
 * Sends the calls of a worker to the primary process. Any failed call is reported as `StoreUnavailable`; there is no
 * fallback.
 */
export function createRemoteStore(primary: Peer, timeoutMs = callTimeoutMs): Store {
  const call = async (operation: string, parameters: unknown[]): Promise<unknown> => {
    try {
      return await primary.call(methodName(operation), parameters, timeoutMs)
    } catch (error) {
      throw new StoreUnavailable((error as Error).message)
    }
  }
  const calls = operations.map((operation) => [operation, (...parameters: unknown[]) => call(operation, parameters)])
  return { ...(Object.fromEntries(calls) as Omit<Store, 'close'>), close: async () => {} }
}
