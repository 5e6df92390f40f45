/** Counts what a subject (an address, a key) did within its minute, which begins with its first request. */

import { createWindows, monotonicMs, secondsLeft, windowSeconds } from './fixed-windows.ts'
import type { Limiter, LimitState } from './shared-limiter.ts'

interface Window {
  used: number
  endsMs: number
}

export interface LocalLimiter extends Limiter {
  /** How many subjects are remembered. */
  subjects(): number
  /** Where the subject stands, without counting a request: `allowed` says whether the next one would be. */
  peek(subject: string, quota: number): LimitState
}

export function createLocalLimiter(nowMs: () => number = monotonicMs): LocalLimiter {
  const windowMs = windowSeconds * 1000
  const windows = createWindows<Window>(windowMs, nowMs())

  const standing = ({ used, endsMs }: Window, quota: number, now: number): LimitState => ({
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
      // A request that does not fit costs nothing: a smaller one may still fit.
      if (window.used + cost > quota) return { ...standing(window, quota, now), allowed: false }
      window.used += cost
      return standing(window, quota, now)
    },
    peek: (subject, quota) => {
      const now = nowMs()
      const window = windows.find(subject, now) ?? { used: 0, endsMs: now + windowMs }
      return { ...standing(window, quota, now), allowed: window.used < quota }
    },
  }
}
