/**
 * Fixed one-minute windows for rate limiting, one per subject (an address or a key). Expired windows are dropped one
 * generation at a time, so the entries never have to be scanned.
 */
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
