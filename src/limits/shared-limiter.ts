/**
 * The rate limiter of a process that shares a quota with other processes. As long as its reservation lasts, it admits
 * requests at once; after that, requests wait for the next reservation. If the shared quota store is unavailable, it
 * falls back to the process's own limiter.
 */
import type { QuotaBreaker } from './circuit-breaker.ts'
import {
  createWindows,
  type LimitState,
  type LocalLimiter,
  monotonicMs,
  secondsLeft,
  windowSeconds,
} from './local-limiter.ts'

export interface SharedLimiter {
  /** Returns a promise only if the request has to wait for the quota store. The promise never rejects. */
  take(subject: string, quota: number, cost?: number): LimitState | Promise<LimitState>
}

/** This process's part of the quota of one subject (an address or a key) in the current window. */
interface Share {
  /** Requests that are reserved but not used yet. */
  left: number
  /** The remaining quota for all processes, as of the last reservation. */
  remaining: number
  /** Requests used by this process. */
  used: number
  endsMs: number
  /** Requests that are waiting for the next reservation, in order of arrival. */
  waiting: { cost: number; resolve: (state: LimitState) => void }[]
}

/**
 * All processes together may reserve this share of the remaining quota in advance, beyond what waiting requests need.
 */
const prefetchShare = 1 / 20

export interface SharedLimiterOptions {
  /** The kind of subject, used as a prefix: the same text may be both an address and a key. */
  name: string
  counts: QuotaBreaker
  /** The fallback while the quota store is unavailable. */
  own: Pick<LocalLimiter, 'take'>
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
    // The remaining quota is not known yet. Start at 1: 0 would mean that the quota is used up, and 1 is too low to
    // prefetch anything.
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
      // Add what is left of an earlier reservation only if its own window has not ended.
      share.left = reservation.granted + (nowMs() < share.endsMs ? share.left : 0)
      share.remaining = reservation.remaining
      // Count from when the call was sent, so that no reserved request is used after the window has ended.
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

/**
 * Admits or rejects the waiting requests. Requests that arrived after the call to the quota store was sent may need
 * more than it granted; they wait for the next reservation.
 */
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
 * How many requests to reserve in advance. The processes divide `prefetchShare` of the remaining quota in proportion to
 * their use so far, so that together they never hold more than that share. A process never prefetches more than it has
 * used, so that an idle process does not hold quota that the others need.
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
