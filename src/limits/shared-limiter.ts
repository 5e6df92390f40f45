/**
 * The rate limiter of one of several processes that share a quota. It admits requests from its reservation at once; when
 * that is used up, requests wait for the next one. If the shared quota store is unavailable, it falls back to the
 * process's own limiter.
 */
import type { QuotaBreaker } from './circuit-breaker.ts'
import { createWindows, monotonicMs, secondsLeft, windowSeconds } from './fixed-windows.ts'

export interface LimitState {
  allowed: boolean
  remaining: number
  resetSeconds: number
}

export interface Limiter {
  /** `cost` is the number of requests that this one counts as. A request that exceeds the quota is not counted. */
  take(subject: string, quota: number, cost?: number): LimitState
}

export interface SharedLimiter {
  /** Returns a promise only if the quota store has to be called. The promise never rejects. */
  take(subject: string, quota: number, cost?: number): LimitState | Promise<LimitState>
}

/** This process's share of a subject's window. */
interface Share {
  /** Requests reserved and not used yet. */
  left: number
  /** The rest of the quota for all processes, as of the last reservation. */
  remaining: number
  /** Requests used by this process. */
  used: number
  endsMs: number
  /** Requests that wait for the next reservation, in the order they arrived. */
  waiting: { cost: number; resolve: (state: LimitState) => void }[]
}

/** The processes together may prefetch this share of the remaining quota, beyond the requests that wait. */
const prefetchShare = 1 / 20

export interface SharedLimiterOptions {
  /** The kind of subject: the same text may be an address and a key. */
  name: string
  counts: QuotaBreaker
  /** The fallback while the quota store is unavailable. */
  own: Limiter
  windowMs?: number
  nowMs?: () => number
}

export function createSharedLimiter({
  name,
  counts,
  own,
  windowMs = windowSeconds * 1000,
  nowMs = monotonicMs,
}: SharedLimiterOptions): SharedLimiter {
  const shares = createWindows<Share>(windowMs, nowMs())

  const addShare = (subject: string, now: number): Share => {
    // The remaining quota is unknown until the first reservation, so reserve only for requests that already wait.
    const share = { left: 0, remaining: 1, used: 0, endsMs: now + windowMs, waiting: [] }
    shares.add(subject, share)
    return share
  }

  const reserve = async (subject: string, quota: number, share: Share): Promise<void> => {
    while (share.waiting.length > 0) {
      const waitingCount = share.waiting.length
      const needed = Math.max(0, share.waiting.reduce((sum, { cost }) => sum + cost, 0) - share.left)
      const sentMs = nowMs()
      const reservation = await counts.reserve(`${name}:${subject}`, quota, needed + prefetchSize(share, quota))
      if (!reservation) {
        for (const { cost, resolve } of share.waiting.splice(0)) resolve(own.take(subject, quota, cost))
        return
      }
      // The rest of an earlier reservation is valid only in its own window.
      share.left = reservation.granted + (nowMs() < share.endsMs ? share.left : 0)
      share.remaining = reservation.remaining
      // Counted from when the call was sent, so that no reserved request is used after the end of the window.
      share.endsMs = sentMs + reservation.resetMs
      shares.add(subject, share)
      admitWaiting(share, waitingCount, nowMs())
    }
  }

  return {
    take: (subject, quota, cost = 1) => {
      if (!counts.isAvailable()) return own.take(subject, quota, cost)
      const now = nowMs()
      const share = shares.find(subject, now) ?? addShare(subject, now)
      const isFirst = share.waiting.length === 0
      if ((isFirst && share.left >= cost) || share.remaining === 0) return consume(share, cost, now)
      return new Promise((resolve) => {
        share.waiting.push({ cost, resolve })
        if (share.waiting.length === 1) void reserve(subject, quota, share)
      })
    },
  }
}

/** Requests that arrived after the call was sent may need more than it granted; they wait for the next reservation. */
function admitWaiting(share: Share, waitingCount: number, now: number): void {
  let left = now < share.endsMs ? share.waiting.length : waitingCount
  for (let next = share.waiting[0]; next && left > 0; next = share.waiting[0]) {
    if (share.left < next.cost && share.remaining > 0) return
    share.waiting.shift()
    left--
    next.resolve(consume(share, next.cost, now))
  }
}

/**
 * A share of the remaining quota, divided among the processes in proportion to their use so far, so that all of them
 * together never hold more than that share. Never more than this process has used: an idle process withholds little.
 */
function prefetchSize({ used, remaining }: Share, quota: number): number {
  const usedByAll = Math.max(1, quota - remaining)
  return Math.min(used, Math.floor(remaining * prefetchShare * Math.min(1, used / usedByAll)))
}

function consume(share: Share, cost: number, now: number): LimitState {
  const allowed = share.left >= cost
  if (allowed) {
    share.left -= cost
    share.used += cost
  }
  return { allowed, remaining: share.left + share.remaining, resetSeconds: secondsLeft(share.endsMs, now) }
}
