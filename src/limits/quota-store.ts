/**
 * A quota that several processes share. A process reserves a number of requests in a subject's window and then admits
 * that many requests without another call. The reservations in a window never exceed the quota.
 */
import { createWindows, monotonicMs, windowSeconds } from './fixed-windows.ts'

export interface Reservation {
  /** The number of requests that were reserved: `wanted`, or the remaining quota if that is less. */
  granted: number
  /** The remaining quota for all processes after this reservation. */
  remaining: number
  /** A lower bound for the time until the window ends, measured from when the call was sent. */
  resetMs: number
}

export interface QuotaStore {
  /** Resolves or rejects within a short timeout. If `wanted` is 0, it reserves nothing and only reads the state. */
  reserve(subject: string, quota: number, wanted: number): Promise<Reservation>
}

/** For processes on one machine: the primary holds the store, and its workers call it (`remote-quota-store.ts`). */
export function createMemoryQuotaStore({
  windowMs = windowSeconds * 1000,
  nowMs = monotonicMs,
}: {
  windowMs?: number
  nowMs?: () => number
} = {}): QuotaStore {
  const windows = createWindows<{ used: number; endsMs: number }>(windowMs, nowMs())
  return {
    reserve: async (subject, quota, wanted) => {
      const now = nowMs()
      let window = windows.find(subject, now)
      if (!window) {
        window = { used: 0, endsMs: now + windowMs }
        if (wanted > 0) windows.add(subject, window)
      }
      const granted = Math.max(0, Math.min(wanted, quota - window.used))
      window.used += granted
      return { granted, remaining: Math.max(0, quota - window.used), resetMs: window.endsMs - now }
    },
  }
}
