/** Lets a worker use the quota store of the primary process over the channel between them. */
import type { Peer } from '../ipc/rpc.ts'
import type { QuotaStore, Reservation } from './quota-store.ts'
import { quotaTimeoutMs } from './with-timeout.ts'

/** With this many pending calls, the primary process is not keeping up, and further calls fail at once. */
const pendingMax = 10_000

const method = 'quota.reserve'

/** Runs in the primary process: handles a worker's calls. */
export function serveQuotaStore(worker: Peer, quotas: QuotaStore): void {
  worker.handle(method, quotas.reserve)
}

/** Runs in a worker. A failed call opens the circuit breaker, and the worker falls back to its own limiter. */
export function createRemoteQuotaStore(primary: Peer, timeoutMs = quotaTimeoutMs): QuotaStore {
  let pending = 0
  return {
    reserve: async (subject, quota, wanted) => {
      if (pending >= pendingMax) throw new Error(`${pendingMax} reservations are pending.`)
      pending++
      try {
        return (await primary.call(method, [subject, quota, wanted], timeoutMs)) as Reservation
      } finally {
        pending--
      }
    },
  }
}
