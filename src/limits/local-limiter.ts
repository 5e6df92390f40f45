/**
 * The rate limiter of a single process. It counts requests per subject (an address or a key) in one-minute windows; the
 * first request of a subject starts its window.
 */

import { createWindows, monotonicMs, secondsLeft, windowSeconds } from './fixed-windows.ts'
import type { Limiter, LimitState } from './shared-limiter.ts'

interface Window {
  used: number
  endsMs: number
}

export interface LocalLimiter extends Limiter {
  /** The number of subjects in memory. */
  subjects(): number
  /** Reads the state without counting a request: `allowed` says whether the next request would be allowed. */
  peek(subject: string, quota: number): LimitState
}

export function createLocalLimiter(nowMs: () => number = monotonicMs): LocalLimiter {
  const windowMs = windowSeconds * 1000
  const windows = createWindows<Window>(windowMs, nowMs())

  const stateOf = ({ used, endsMs }: Window, quota: number, now: number): LimitState => ({
    allowed: used <= quota,
    remaining: Math.max(0, quota - used),
    resetSeconds: secondsLeft(endsMs, now),
  })

  return {
    subjects: windows.size,
    take: (subject, quota, cost = 1) => {
      const now = nowMs()
      let window = windows.find(subject, now)
      if (!window) {
        window = { used: 0, endsMs: now + windowMs }
        windows.add(subject, window)
      }
      // Do not count a request that exceeds the quota: one with a lower cost may still fit.
      if (window.used + cost > quota) return { ...stateOf(window, quota, now), allowed: false }
      window.used += cost
      return stateOf(window, quota, now)
    },
    peek: (subject, quota) => {
      const now = nowMs()
      const window = windows.find(subject, now) ?? { used: 0, endsMs: now + windowMs }
      return { ...stateOf(window, quota, now), allowed: window.used < quota }
    },
  }
}
