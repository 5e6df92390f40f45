/** Counts requests against the rate limits: one limit per quota and per kind of caller. */
import type { QuotaBreaker } from '../../limits/circuit-breaker.ts'
import { createLocalLimiter, type LimitState, windowSeconds } from '../../limits/local-limiter.ts'
import { createSharedLimiter, type SharedLimiter } from '../../limits/shared-limiter.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { problem } from '../errors/problems.ts'
import { whenReady } from '../lookups/lookup.ts'
import type { AdmissionResult } from './admission-result.ts'
import type { RequestQuota } from './request-quota.ts'

export type CountedQuota = Exclude<RequestQuota, 'none'>

export type RequestCounter = (
  result: AdmissionResult,
  quota: CountedQuota,
  cost: number,
  isBatch?: boolean,
) => AdmissionResult | Promise<AdmissionResult>

/** Requests per minute of each caller, for the API and again for pages. */
export interface Quotas {
  anonymous: number
  keyed: number
}

export interface CounterOptions {
  quotas: Quotas | 'off'
  /**
   * The quota store that processes share, behind a circuit breaker. Without it, each process counts its own requests.
   */
  quotaBreaker?: QuotaBreaker | undefined
  metrics: Metrics
}

/** The limit of one quota for one kind of caller. */
interface Limit {
  subject: 'address' | 'key'
  /** In headers, metrics and the shared quota store. */
  name: 'address' | 'key' | 'address-pages' | 'key-pages' | 'address-static'
  requestsMax: number
  /** The requests of this quota in an error message, before "requests per minute". */
  described: string
  policy: string
  limiter: SharedLimiter
}

/** Adds the rate-limit headers and, over the limit, the error to the result. */
export function createRequestCounter({ quotas, quotaBreaker, metrics }: CounterOptions): RequestCounter {
  const createLimiter = (name: Limit['name']): SharedLimiter => {
    const own = createLocalLimiter()
    metrics.gauge('bank_lookup_limiter_subjects', own.subjects, name)
    return quotaBreaker ? createSharedLimiter({ name, counts: quotaBreaker, own }) : own
  }
  /** `kind`: which requests the quota counts, for the error message. */
  const createLimit = (name: Limit['name'], requestsMax: number, kind = ''): Limit => ({
    subject: name.startsWith('key') ? 'key' : 'address',
    name,
    requestsMax,
    described: `${requestsMax}${kind}`,
    policy: `"${name}";q=${requestsMax};w=${windowSeconds}`,
    limiter: createLimiter(name),
  })
  const { anonymous, keyed } = quotas === 'off' ? { anonymous: 0, keyed: 0 } : quotas
  // These requests need no key, and cost little.
  const staticLimit = createLimit('address-static', 10 * anonymous, ' file or preflight')
  const limits = {
    api: { address: createLimit('address', anonymous), key: createLimit('key', keyed) },
    pages: { address: createLimit('address-pages', anonymous, ' page'), key: createLimit('key-pages', keyed, ' page') },
    static: { address: staticLimit, key: staticLimit },
  }
  if (quotas === 'off') return (result) => result

  const withState = (result: AdmissionResult, state: LimitState, limit: Limit, batchCost: number): AdmissionResult => {
    const { allowed, remaining, resetSeconds } = state
    const { subject, name, policy, described } = limit
    const headers = ['RateLimit', `"${name}";r=${remaining};t=${resetSeconds}`, 'RateLimit-Policy', policy]
    if (allowed) return { ...result, headers }
    metrics.count('bank_lookup_rate_limited_total', name)
    const details = { subject, limit: described, seconds: String(resetSeconds) }
    const retryAfter = { 'Retry-After': details.seconds }
    const rejection =
      batchCost === 0
        ? problem('rate_limited', details, retryAfter)
        : problem('batch_limited', { ...details, cost: String(batchCost + 1) }, retryAfter)
    return { ...result, problem: rejection, headers }
  }

  return (result, quota, requested, isBatch = false) => {
    const { caller, address } = result
    const limit = limits[quota][typeof caller === 'object' ? 'key' : 'address']
    const { requestsMax } = limit
    // Cap the cost at one less than the quota, because the request itself is already counted. A batch that costs more
    // than the whole quota then still succeeds if it is the only request in its window.
    const cost = Math.min(requested, Math.max(1, requestsMax - 1))
    const batchCost = isBatch ? cost : 0
    const state = limit.limiter.take(typeof caller === 'object' ? caller.family : address, requestsMax, cost)
    return whenReady(state, (settled) => withState(result, settled, limit, batchCost))
  }
}
