/**
 * Counts what a subject (an address, a key) did within its minute. A window begins with the first request of a
 * subject; what is over is dropped a whole generation at a time, so that nobody has to be looked through.
 */
export interface Standing {
  allowed: boolean
  remaining: number
  resetSeconds: number
}

export interface Limiter {
  take(subject: string, quota: number): Standing
}

export const windowSeconds = 60

interface Window {
  used: number
  endsMs: number
}

/** A clock that nobody sets back. */
const steadyMs = (): number => performance.now()

/** Past this many, the older half is forgotten early: better a caller too many than no memory left. */
const subjectsMax = 200_000

export function openLimiter(nowMs: () => number = steadyMs): Limiter {
  const windowMs = windowSeconds * 1000
  let young = new Map<string, Window>()
  let old = new Map<string, Window>()
  let turnMs = nowMs() + windowMs

  const windowOf = (subject: string, now: number): Window | undefined => {
    if (now >= turnMs) {
      // Whatever began before the last turn is over by now.
      old = now >= turnMs + windowMs ? new Map() : young
      young = new Map()
      turnMs = now + windowMs
    }
    const window = young.get(subject) ?? old.get(subject)
    return window && window.endsMs > now ? window : undefined
  }

  const standing = ({ used, endsMs }: Window, quota: number, now: number): Standing => ({
    allowed: used <= quota,
    remaining: Math.max(0, quota - used),
    // A minute added to a fraction and taken off again may be a trifle more than a minute.
    resetSeconds: Math.min(windowSeconds, Math.ceil((endsMs - now) / 1000)),
  })

  return {
    take: (subject, quota) => {
      const now = nowMs()
      let window = windowOf(subject, now)
      if (!window) {
        window = { used: 0, endsMs: now + windowMs }
        if (young.size >= subjectsMax) {
          old = young
          young = new Map()
        }
        young.set(subject, window)
      }
      window.used++
      return standing(window, quota, now)
    },
  }
}
