/**
 * Windows of a minute, one a subject (an address, a key). What is over is dropped a whole generation at a time, so that
 * nobody has to be looked through.
 */
export const windowSeconds = 60

/** A clock that nobody sets back. */
export const monotonicMs = (): number => performance.now()

/** Past this many, the older half is forgotten early: better a caller too many than no memory left. */
const subjectsMax = 200_000

export interface Windows<Window> {
  /** The window that the subject is in, if it is in one. */
  find(subject: string, now: number): Window | undefined
  /** The window ends a minute from now at the latest. */
  add(subject: string, window: Window): void
  /** How many are remembered. */
  size(): number
}

export function createWindows<Window extends { endsMs: number }>(windowMs: number, startMs: number): Windows<Window> {
  let young = new Map<string, Window>()
  let old = new Map<string, Window>()
  let turnMs = startMs + windowMs

  return {
    find: (subject, now) => {
      if (now >= turnMs) {
        // Whatever began before the last turn is over by now.
        old = now >= turnMs + windowMs ? new Map() : young
        young = new Map()
        turnMs = now + windowMs
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

/** For a header: never more than the window, whatever fractions add up to, and never none while it is not over. */
export function secondsLeft(endsMs: number, now: number): number {
  return Math.min(windowSeconds, Math.max(1, Math.ceil((endsMs - now) / 1000)))
}
