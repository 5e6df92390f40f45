/**
 * Knows whether the shared counts can be asked. Once they fail nobody waits for them: now and then they are asked how
 * things stand, beside the requests, until they answer again. Each change is told once.
 */

import { monotonicMs } from './fixed-windows.ts'
import type { QuotaStore, Reservation } from './quota-store.ts'

export interface QuotaBreaker {
  isAvailable(): boolean
  /** Nothing, if they do not answer. */
  reserve(subject: string, quota: number, wanted: number): Promise<Reservation | undefined>
}

/** Longer than a question can be under way: an old failure must not undo a new success. */
const pauseMs = 1_000

export function createQuotaBreaker(
  counts: QuotaStore,
  {
    onGone,
    onBack,
    nowMs = monotonicMs,
  }: {
    onGone(reason: unknown): void
    onBack(): void
    nowMs?: () => number
  },
): QuotaBreaker {
  let areThere = true
  let tryAgainMs = 0

  const reserve: QuotaBreaker['reserve'] = async (subject, quota, wanted) => {
    try {
      return await counts.reserve(subject, quota, wanted)
    } catch (error) {
      tryAgainMs = nowMs() + pauseMs
      if (areThere) {
        areThere = false
        onGone(error)
      }
      return undefined
    }
  }

  const tryAgain = async (): Promise<void> => {
    // Until this one is answered, no other.
    tryAgainMs = Number.POSITIVE_INFINITY
    if (await reserve('nobody', 1, 0)) {
      areThere = true
      onBack()
    }
  }

  return {
    isAvailable: () => {
      if (!areThere && nowMs() >= tryAgainMs) void tryAgain()
      return areThere
    },
    reserve,
  }
}
