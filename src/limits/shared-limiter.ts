/**
 * Decides for one of several processes that share a count. It draws on what it has reserved, at once; when that is used
 * up, requests wait for the next reservation. Without the shared counts the process's own limiter decides.
 */
import type { QuotaBreaker } from './circuit-breaker.ts'
import { createWindows, monotonicMs, secondsLeft, windowSeconds } from './fixed-windows.ts'

export interface LimitState {
  allowed: boolean
  remaining: number
  resetSeconds: number
}

export interface Limiter {
  /** `cost`: how many requests this one counts as; 1 unless given. One that does not fit is not counted. */
  take(subject: string, quota: number, cost?: number): LimitState
}

export interface SharedLimiter {
  /** A promise only if somebody has to be asked; it never rejects. */
  take(subject: string, quota: number, cost?: number): LimitState | Promise<LimitState>
}

/** What this process holds of a subject's window. */
interface Share {
  /** Reserved and not used yet. */
  left: number
  /** What was left for everybody at the last reservation. */
  remaining: number
  /** By this process. */
  used: number
  endsMs: number
  /** Requests that wait for the next reservation, in their order. */
  waiting: { cost: number; answer: (standing: LimitState) => void }[]
}

/** Of what remains for everybody, this part may be reserved beyond the requests that are there. */
const aheadPart = 1 / 20

export function createSharedLimiter({
  name,
  counts,
  own,
  windowMs = windowSeconds * 1000,
  nowMs = monotonicMs,
}: {
  /** What kind of subject it counts: the same text may be an address and a key. */
  name: string
  counts: QuotaBreaker
  own: Limiter
  windowMs?: number
  nowMs?: () => number
}): SharedLimiter {
  const shares = createWindows<Share>(windowMs, nowMs())

  const open = (subject: string, now: number): Share => {
    // What remains nobody knows before the first answer, and until that only requests that are there are asked for.
    const share = { left: 0, remaining: 1, used: 0, endsMs: now + windowMs, waiting: [] }
    shares.add(subject, share)
    return share
  }

  const reserve = async (subject: string, quota: number, share: Share): Promise<void> => {
    while (share.waiting.length > 0) {
      const asked = share.waiting.length
      const needed = Math.max(0, share.waiting.reduce((sum, { cost }) => sum + cost, 0) - share.left)
      const sentMs = nowMs()
      const grant = await counts.reserve(`${name}:${subject}`, quota, needed + aheadOf(share, quota))
      if (!grant) {
        for (const { cost, answer } of share.waiting.splice(0)) answer(own.take(subject, quota, cost))
        return
      }
      // What was left belongs to the window that it was reserved in.
      share.left = grant.granted + (nowMs() < share.endsMs ? share.left : 0)
      share.remaining = grant.remaining
      // From when it was asked for, so that nothing of it is used after the window's end.
      share.endsMs = sentMs + grant.resetMs
      shares.add(subject, share)
      answerWaiting(share, asked)
    }
  }

  /** Requests that came after the reservation was sent may need more than it granted: they wait for the next one. */
  const answerWaiting = (share: Share, asked: number): void => {
    const now = nowMs()
    let answerable = now < share.endsMs ? share.waiting.length : asked
    for (let next = share.waiting[0]; next && answerable > 0; next = share.waiting[0]) {
      if (share.left < next.cost && share.remaining > 0) return
      share.waiting.shift()
      answerable--
      next.answer(draw(share, next.cost, now))
    }
  }

  return {
    take: (subject, quota, cost = 1) => {
      if (!counts.isAvailable()) return own.take(subject, quota, cost)
      const now = nowMs()
      const share = shares.find(subject, now) ?? open(subject, now)
      const isFirst = share.waiting.length === 0
      if ((isFirst && share.left >= cost) || share.remaining === 0) return draw(share, cost, now)
      return new Promise((answer) => {
        share.waiting.push({ cost, answer })
        if (share.waiting.length === 1) void reserve(subject, quota, share)
      })
    },
  }
}

/**
 * A part of what remains, divided as the use has been so far, so that all processes together hold no more than that
 * part, however many they are. Never more than the process has used: one that is seldom asked keeps little from others.
 */
function aheadOf({ used, remaining }: Share, quota: number): number {
  const usedByAll = Math.max(1, quota - remaining)
  return Math.min(used, Math.floor(remaining * aheadPart * Math.min(1, used / usedByAll)))
}

function draw(share: Share, cost: number, now: number): LimitState {
  const allowed = share.left >= cost
  if (allowed) {
    share.left -= cost
    share.used += cost
  }
  return { allowed, remaining: share.left + share.remaining, resetSeconds: secondsLeft(share.endsMs, now) }
}
