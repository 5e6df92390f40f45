/**
 * The rate limiter of a single process. It counts requests per subject (an address or a key) in one-minute windows; the
 * first request of a subject starts its window.
 */

export interface LimitState {
  allowed: boolean
  remaining: number
  resetSeconds: number
}

export type LocalLimiter = ReturnType<typeof createLocalLimiter>

interface Window {
  used: number
  endsMs: number
}

export function createLocalLimiter(nowMs: () => number = monotonicMs) {
  const windowMs = windowSeconds * 1000
  const windows = createWindows<Window>(windowMs, nowMs())

  const stateOf = ({ used, endsMs }: Window, quota: number, now: number): LimitState => ({
    allowed: used <= quota,
    remaining: Math.max(0, quota - used),
    resetSeconds: secondsLeft(endsMs, now),
  })

  return {
    /** The number of subjects in memory. */
    subjects: windows.size,
    /** `cost` is how many requests this request counts as. A request that exceeds the quota is not counted. */
    take: (subject: string, quota: number, cost = 1): LimitState => {
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
    /** Reads the state without counting a request: `allowed` says whether the next request would be allowed. */
    peek: (subject: string, quota: number): LimitState => {
      const now = nowMs()
      const window = windows.find(subject, now) ?? { used: 0, endsMs: now + windowMs }
      return { ...stateOf(window, quota, now), allowed: window.used < quota }
    },
  }
}

export const windowSeconds = 60

/** Returns the time of a monotonic clock, which, unlike the wall clock, is never set back. */
export const monotonicMs = (): number => performance.now()

/**
 * If a generation reaches this many subjects, the older generation is dropped early: admitting too many requests is
 * better than running out of memory.
 */
const subjectsMax = 200_000

export interface Windows<Window> {
  /** The current window of the subject, if there is one. */
  find(subject: string, now: number): Window | undefined
  /** The window must end within a minute. */
  add(subject: string, window: Window): void
  /** The number of windows in memory. */
  size(): number
}

export function createWindows<Window extends { endsMs: number }>(windowMs: number, startMs: number): Windows<Window> {
  let young = new Map<string, Window>()
  let old = new Map<string, Window>()
  let nextGenerationMs = startMs + windowMs

  return {
    find: (subject, now) => {
      if (now >= nextGenerationMs) {
        // Drop the old generation, whose windows have all expired, and after a long pause the young one as well.
        old = now >= nextGenerationMs + windowMs ? new Map() : young
        young = new Map()
        nextGenerationMs = now + windowMs
      }
      const window = young.get(subject) ?? old.get(subject)
      return window && window.endsMs > now ? window : undefined
    },
    add: (subject, window) => {
      if (young.size >= subjectsMax) {
        old = young
        young = new Map()
      }
      young.set(subject, window)
    },
    size: () => young.size + old.size,
  }
}

/**
 * Returns the seconds until the window ends, for a response header: at least 1, and at most the length of the window,
 * even after rounding up.
 */
export function secondsLeft(endsMs: number, now: number): number {
  return Math.min(windowSeconds, Math.max(1, Math.ceil((endsMs - now) / 1000)))
}
