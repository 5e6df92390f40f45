/**
 * Authenticates each request and counts it against the rate limit, exactly once. The fast path uses the result
 * directly. If the fast path hands a request to the framework, it attaches the result to the request.
 */
import type { IncomingMessage } from 'node:http'
import type { Caller, KeyCache } from '../../keys/key-cache.ts'
import type { QuotaBreaker } from '../../limits/circuit-breaker.ts'
import { windowSeconds } from '../../limits/fixed-windows.ts'
import { createLocalLimiter } from '../../limits/local-limiter.ts'
import { createSharedLimiter, type LimitState, type SharedLimiter } from '../../limits/shared-limiter.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Store } from '../../store/contract.ts'
import { Problem, problem } from '../errors/problems.ts'
import type { AddressReader } from './client-address.ts'
import { type CheckedKey, createKeyChecker } from './key-check.ts'
import { sentKey } from './sent-key.ts'

export interface AdmissionResult {
  /** The client address. A request without a valid key is counted against it. */
  address: string
  /**
   * The holder of the key, if the request has a valid one. `unchecked` means that the request has a key but the key
   * cache has not loaded yet.
   */
  caller: Caller | 'unchecked' | undefined
  /** Why the request is rejected; undefined if it is admitted. */
  problem: Problem | undefined
  /** The `RateLimit` and `RateLimit-Policy` headers, as alternating names and values. */
  headers: readonly string[]
}

export interface Admission {
  /**
   * Authenticates and counts the request without storing the result on it. Returns a promise only if the key must be
   * looked up in the store or the quota is shared with other processes. The promise never rejects.
   */
  admit(request: IncomingMessage): AdmissionResult | Promise<AdmissionResult>
  /** Stores the result on a request that the fast path passes to the framework. */
  attach(request: IncomingMessage, result: AdmissionResult): void
  /** Returns the attached result or, if there is none, admits the request now. */
  resultFor(request: IncomingMessage): AdmissionResult | Promise<AdmissionResult>
  /** Charges `cost` additional requests for an expensive request. The new result says whether the quota covers them. */
  charge(result: AdmissionResult, cost: number): AdmissionResult | Promise<AdmissionResult>
}

export interface Quotas {
  anonymous: number
  keyed: number
}

export interface AdmissionOptions {
  keys: KeyCache
  /** Looks up a key in the store if it is not in the cache. */
  findKey: Store['findKey']
  quotas: Quotas | 'off'
  addressOf: AddressReader
  /**
   * The quota store that processes share, behind a circuit breaker. Without it, each process counts its own requests.
   */
  quotaBreaker?: QuotaBreaker | undefined
  metrics: Metrics
}

const attachedResult = Symbol('admission result')
type AdmittedRequest = IncomingMessage & { [attachedResult]?: AdmissionResult | Promise<AdmissionResult> }

export function createAdmission(options: AdmissionOptions): Admission {
  const { keys, findKey, addressOf } = options
  const checkKey = createKeyChecker({ keys, findKey })
  const countRequests = createRequestCounter(options)

  const countChecked = (address: string, check: CheckedKey | undefined): AdmissionResult | Promise<AdmissionResult> => {
    const caller = check instanceof Problem ? undefined : check
    const rejection = check instanceof Problem ? check : undefined
    return countRequests({ address, caller, problem: rejection, headers: [] }, 1)
  }

  const admit = (request: IncomingMessage): AdmissionResult | Promise<AdmissionResult> => {
    const address = addressOf(request)
    const key = sentKey(request)
    const check = typeof key === 'string' ? checkKey(key, address) : key
    return check instanceof Promise
      ? check.then((checked) => countChecked(address, checked))
      : countChecked(address, check)
  }

  return {
    admit,
    attach: (request: AdmittedRequest, result) => {
      request[attachedResult] = result
    },
    resultFor: (request: AdmittedRequest) => {
      request[attachedResult] ??= admit(request)
      return request[attachedResult]
    },
    charge: (result, cost) => (cost === 0 ? result : countRequests(result, cost, true)),
  }
}

type RequestCounter = (
  result: AdmissionResult,
  cost: number,
  isBatch?: boolean,
) => AdmissionResult | Promise<AdmissionResult>

/** Counts requests by key or by address. Adds the rate-limit headers and, over the limit, the error to the result. */
function createRequestCounter({ quotas, quotaBreaker, metrics }: AdmissionOptions): RequestCounter {
  const createLimiter = (name: 'address' | 'key'): SharedLimiter => {
    const own = createLocalLimiter()
    metrics.gauge('bank_lookup_limiter_subjects', own.subjects, name)
    return quotaBreaker ? createSharedLimiter({ name, counts: quotaBreaker, own }) : own
  }
  const byAddress = createLimiter('address')
  const byKey = createLimiter('key')
  if (quotas === 'off') return (result) => result
  const policies = {
    address: `"address";q=${quotas.anonymous};w=${windowSeconds}`,
    key: `"key";q=${quotas.keyed};w=${windowSeconds}`,
  }

  const withState = (
    result: AdmissionResult,
    { allowed, remaining, resetSeconds }: LimitState,
    quota: number,
    batchCost: number,
  ): AdmissionResult => {
    const subject = typeof result.caller === 'object' ? 'key' : 'address'
    const headers = [
      'RateLimit',
      `"${subject}";r=${remaining};t=${resetSeconds}`,
      'RateLimit-Policy',
      policies[subject],
    ]
    if (allowed) return { ...result, headers }
    metrics.count('bank_lookup_rate_limited_total', subject)
    const details = { subject, limit: String(quota), seconds: String(resetSeconds) }
    const retryAfter = { 'Retry-After': details.seconds }
    const rejection =
      batchCost === 0
        ? problem('rate_limited', details, retryAfter)
        : problem('batch_limited', { ...details, cost: String(batchCost + 1) }, retryAfter)
    return { ...result, problem: rejection, headers }
  }

  return (result, requested, isBatch = false) => {
    const { caller, address } = result
    const quota = typeof caller === 'object' ? quotas.keyed : quotas.anonymous
    // Cap the cost at one less than the quota, because the request itself is already counted. A batch that costs more
    // than the whole quota then still succeeds if it is the only request in its window.
    const cost = Math.min(requested, Math.max(1, quota - 1))
    const batchCost = isBatch ? cost : 0
    const state =
      typeof caller === 'object' ? byKey.take(caller.family, quota, cost) : byAddress.take(address, quota, cost)
    return state instanceof Promise
      ? state.then((settled) => withState(result, settled, quota, batchCost))
      : withState(result, state, quota, batchCost)
  }
}
