/**
 * Fixed windows of a minute, one per subject (an address or a key). Expired windows are dropped one generation at a time,
 * so no entry is ever scanned.
 */
export const windowSeconds = 60

/** Unlike the wall clock, it is never set back. */
export const monotonicMs = (): number => performance.now()

/** Beyond this many subjects, the older generation is dropped early: better to admit too much than to run out of memory. */
const subjectsMax = 200_000

export interface Windows<Window> {
  /** The current window of the subject, if there is one. */
  find(subject: string, now: number): Window | undefined
  /** The window has to end within a minute. */
  add(subject: string, window: Window): void
  /** How many windows are in memory. */
  size(): number
}

export function createWindows<Window extends { endsMs: number }>(windowMs: number, startMs: number): Windows<Window> {
  let young = new Map<string, Window>()
  let old = new Map<string, Window>()
  let nextGenerationMs = startMs + windowMs

  return {
    find: (subject, now) => {
      if (now >= nextGenerationMs) {
        // Windows older than the last generation have expired.
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

/** For a header: never more than the window, despite rounding, and at least 1 until the window ends. */
export function secondsLeft(endsMs: number, now: number): number {
  return Math.min(windowSeconds, Math.max(1, Math.ceil((endsMs - now) / 1000)))
}
