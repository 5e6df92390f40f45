/** A quota store in memory, with which tests simulate several processes in one. */
import type { QuotaStore } from '../../src/limits/circuit-breaker.ts'
import { createWindows, monotonicMs, windowSeconds } from '../../src/limits/local-limiter.ts'

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
