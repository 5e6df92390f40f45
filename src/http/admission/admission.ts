/**
 * Who is calling, and whether there is room for the request. Asked once a request, by whichever way answers it; what
 * was found stays with the request.
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
import type { AddressOf } from './client-address.ts'
import { type CheckedKey, createKeyChecker } from './key-check.ts'
import { sentKey } from './sent-key.ts'

export interface AdmissionResult {
  /** That the request counts for, unless a key was sent. */
  address: string
  /** Only if a valid key was sent. `unchecked`: a key was sent before the key table had loaded. */
  caller: Caller | 'unchecked' | undefined
  /** Why the request is not to be answered. */
  problem: Problem | undefined
  /** `RateLimit` and `RateLimit-Policy`, names and values in turn. */
  headers: readonly string[]
}

export interface Admission {
  /**
   * Checks the key and counts, and leaves nothing with the request: for a caller that responds at once. A promise,
   * which never rejects, only if the key has to be looked up in the store, or shared counts have to be asked.
   */
  admit(request: IncomingMessage): AdmissionResult | Promise<AdmissionResult>
  /** Leaves what was found with the request, for whoever it is handed on to. */
  attach(request: IncomingMessage, resultFor: AdmissionResult | Promise<AdmissionResult>): void
  /** What was found before, or what is found now. */
  visit(request: IncomingMessage): AdmissionResult | Promise<AdmissionResult>
  /** Counts `cost` more requests for one that turns out to be more work; the visit says whether they fit. */
  charge(visit: AdmissionResult, cost: number): AdmissionResult | Promise<AdmissionResult>
}

export interface Quotas {
  anonymous: number
  keyed: number
}

const visits = Symbol('visit')

export function createAdmission({
  keys,
  findKey,
  quotas,
  addressOf,
  counts,
  metrics,
}: {
  keys: KeyCache
  /** In the store, for a key that is not in the table. */
  findKey: Store['findKey']
  quotas: Quotas | 'off'
  addressOf: AddressOf
  /** What is counted together with other processes; without, this one counts alone. */
  counts?: QuotaBreaker | undefined
  metrics: Metrics
}): Admission {
  const limiterOf = (name: 'address' | 'key'): SharedLimiter => {
    const own = createLocalLimiter()
    metrics.gauge('bank_lookup_limiter_subjects', own.subjects, name)
    return counts ? createSharedLimiter({ name, counts, own }) : own
  }
  const [byAddress, byKey] = [limiterOf('address'), limiterOf('key')]
  const checkKey = createKeyChecker({ keys, findKey })
  const policies = quotas === 'off' ? { address: '', key: '' } : policiesOf(quotas)

  const look = (request: IncomingMessage): AdmissionResult | Promise<AdmissionResult> => {
    const address = addressOf(request)
    const key = sentKey(request)
    const check = typeof key === 'string' ? checkKey(key, address) : key
    return check instanceof Promise ? check.then((known) => count(address, known)) : count(address, check)
  }

  const count = (address: string, check: CheckedKey | undefined): AdmissionResult | Promise<AdmissionResult> => {
    const caller = check instanceof Problem ? undefined : check
    const refusal = check instanceof Problem ? check : undefined
    return take({ address, caller, problem: refusal, headers: [] }, 1)
  }

  const take = (
    visit: AdmissionResult,
    wanted: number,
    isBatch = false,
  ): AdmissionResult | Promise<AdmissionResult> => {
    if (quotas === 'off') return visit
    const { caller, address } = visit
    const quota = typeof caller === 'object' ? quotas.keyed : quotas.anonymous
    // A batch that costs more than the whole quota fits a window in which nothing else was sent.
    const cost = Math.min(wanted, Math.max(1, quota - 1))
    const standing =
      typeof caller === 'object' ? byKey.take(caller.family, quota, cost) : byAddress.take(address, quota, cost)
    return standing instanceof Promise
      ? standing.then((known) => standingAt(visit, known, quota, isBatch ? cost : 0))
      : standingAt(visit, standing, quota, isBatch ? cost : 0)
  }

  const standingAt = (
    visit: AdmissionResult,
    { allowed, remaining, resetSeconds }: LimitState,
    quota: number,
    batchCost: number,
  ): AdmissionResult => {
    const name = typeof visit.caller === 'object' ? 'key' : 'address'
    const headers = ['RateLimit', `"${name}";r=${remaining};t=${resetSeconds}`, 'RateLimit-Policy', policies[name]]
    if (allowed) return { ...visit, headers }
    metrics.count('bank_lookup_rate_limited_total', name)
    const [limit, seconds] = [String(quota), String(resetSeconds)]
    const full =
      batchCost === 0
        ? problem('rate_limited', { subject: name, limit, seconds }, { 'Retry-After': seconds })
        : problem(
            'batch_limited',
            { cost: String(batchCost + 1), subject: name, limit, seconds },
            { 'Retry-After': seconds },
          )
    return { ...visit, problem: full, headers }
  }

  type Holder = IncomingMessage & { [visits]?: AdmissionResult | Promise<AdmissionResult> }
  return {
    admit: look,
    attach: (request: Holder, visit) => {
      request[visits] = visit
    },
    visit: (request: Holder) => {
      request[visits] ??= look(request)
      return request[visits]
    },
    charge: (visit, cost) => (cost === 0 ? visit : take(visit, cost, true)),
  }
}

const policiesOf = ({ anonymous, keyed }: Quotas) => ({
  address: `"address";q=${anonymous};w=${windowSeconds}`,
  key: `"key";q=${keyed};w=${windowSeconds}`,
})
