/**
 * A circuit breaker around the shared quota store. It opens after a failure, so that requests no longer wait for the
 * store. While it is open, requests trigger a background probe at most once a second; a successful probe closes it.
 */

import { monotonicMs } from './local-limiter.ts'

/**
 * A quota that several processes share. A process reserves a number of requests in a subject's window and then admits
 * that many requests without another call. The reservations in a window never exceed the quota.
 */
export interface QuotaStore {
  /** Resolves or rejects within a short timeout. If `wanted` is 0, it reserves nothing and only reads the state. */
  reserve(subject: string, quota: number, wanted: number): Promise<Reservation>
}

export interface Reservation {
  /** The number of requests that were reserved: `wanted`, or the remaining quota if that is less. */
  granted: number
  /** The remaining quota for all processes after this reservation. */
  remaining: number
  /** A lower bound for the time until the window ends, measured from when the call was sent. */
  resetMs: number
}

export interface QuotaBreaker {
  isAvailable(): boolean
  /** Resolves to undefined if the store fails. */
  reserve(subject: string, quota: number, wanted: number): Promise<Reservation | undefined>
}

/**
 * Longer than the timeout of a call, so that a late failure of an old call cannot undo the success of a newer probe.
 */
const probeIntervalMs = 1_000

export function createQuotaBreaker(
  quotas: QuotaStore,
  {
    onOpen,
    onClose,
    nowMs = monotonicMs,
  }: {
    onOpen(reason: unknown): void
    onClose(): void
    nowMs?: () => number
  },
): QuotaBreaker {
  let isClosed = true
  let nextProbeMs = 0

  const reserve: QuotaBreaker['reserve'] = async (subject, quota, wanted) => {
    try {
      return await quotas.reserve(subject, quota, wanted)
    } catch (error) {
      nextProbeMs = nowMs() + probeIntervalMs
      if (isClosed) {
        isClosed = false
        onOpen(error)
      }
      return undefined
    }
  }

  const probe = async (): Promise<void> => {
    // Allow only one probe at a time.
    nextProbeMs = Number.POSITIVE_INFINITY
    if (await reserve('probe', 1, 0)) {
      isClosed = true
      onClose()
    }
  }

  return {
    isAvailable: () => {
      if (!isClosed && nowMs() >= nextProbeMs) void probe()
      return isClosed
    },
    reserve,
  }
}
