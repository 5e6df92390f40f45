/**
 * A circuit breaker around the shared quota store. It opens after a failure, so that requests no longer wait for the
 * store. While it is open, requests trigger a background probe at most once a second; a successful probe closes it.
 */

import { monotonicMs } from './fixed-windows.ts'
import type { QuotaStore, Reservation } from './quota-store.ts'

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
