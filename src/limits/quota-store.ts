/**
 * What several processes count together. A process reserves requests of a subject's window and may then admit as many
 * without asking again; all the reservations of a window together never exceed the quota.
 */
import { createWindows, monotonicMs, windowSeconds } from './fixed-windows.ts'

export interface Reservation {
  /** As many as were wanted, or what was left of the quota. */
  granted: number
  /** What is left for everybody after this. */
  remaining: number
  /** How long the window still lasts at least, counted from when the question was sent. */
  resetMs: number
}

export interface QuotaStore {
  /** Answers soon or rejects. `wanted` 0 only asks how things stand. */
  reserve(subject: string, quota: number, wanted: number): Promise<Reservation>
}

/** For the processes of one machine: one of them holds the counts, the others ask it (`channel.ts`). */
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
