/**
 * Authenticates each request and counts it against the rate limit, exactly once. The fast path uses the result
 * directly. If the fast path hands a request to the framework, it attaches the result to the request.
 */
import type { IncomingMessage } from 'node:http'
import type { KeyCache } from '../../keys/key-cache.ts'
import type { Store } from '../../store/contract.ts'
import { Problem } from '../errors/problems.ts'
import type { AdmissionResult } from './admission-result.ts'
import type { AddressReader } from './client-address.ts'
import { type CheckedKey, createKeyChecker } from './key-check.ts'
import { type CountedQuota, type CounterOptions, createRequestCounter } from './request-counter.ts'
import type { QuotaReader, RequestQuota } from './request-quota.ts'
import { sentKey } from './sent-key.ts'

export interface Admission {
  /**
   * Authenticates and counts the request without storing the result on it. Returns a promise only if the key must be
   * looked up in the store or the quota is shared with other processes. The promise never rejects.
   */
  admit(request: IncomingMessage, quota: RequestQuota): AdmissionResult | Promise<AdmissionResult>
  /** The quota that the request counts against. */
  quotaOf: QuotaReader
  /** Stores the result on a request that the fast path passes to the framework. */
  attach(request: IncomingMessage, result: AdmissionResult): void
  /** Returns the attached result or, if there is none, admits the request now. */
  resultFor(request: IncomingMessage): AdmissionResult | Promise<AdmissionResult>
  /**
   * Charges `cost` additional requests of the API for an expensive request. The new result says whether the quota covers
   * them.
   */
  charge(result: AdmissionResult, cost: number): AdmissionResult | Promise<AdmissionResult>
}

export interface AdmissionOptions extends CounterOptions {
  keys: KeyCache
  /** Looks up a key in the store if it is not in the cache. */
  findKey: Store['findKey']
  quotaOf: QuotaReader
  addressOf: AddressReader
}

const attachedResult = Symbol('admission result')
type AdmittedRequest = IncomingMessage & { [attachedResult]?: AdmissionResult | Promise<AdmissionResult> }

export function createAdmission(options: AdmissionOptions): Admission {
  const { keys, findKey, addressOf, quotaOf } = options
  const checkKey = createKeyChecker({ keys, findKey })
  const countRequests = createRequestCounter(options)

  const countChecked = (
    address: string,
    quota: CountedQuota,
    check: CheckedKey | undefined,
  ): AdmissionResult | Promise<AdmissionResult> => {
    const caller = check instanceof Problem ? undefined : check
    const rejection = check instanceof Problem ? check : undefined
    return countRequests({ address, caller, problem: rejection, headers: [] }, quota, 1)
  }

  const admit: Admission['admit'] = (request, quota) => {
    const address = addressOf(request)
    if (quota === 'none') return { address, caller: undefined, problem: undefined, headers: [] }
    const key = quota === 'static' ? undefined : sentKey(request)
    const check = typeof key === 'string' ? checkKey(key, address) : key
    return check instanceof Promise
      ? check.then((checked) => countChecked(address, quota, checked))
      : countChecked(address, quota, check)
  }

  return {
    admit,
    quotaOf,
    attach: (request: AdmittedRequest, result) => {
      request[attachedResult] = result
    },
    resultFor: (request: AdmittedRequest) => {
      request[attachedResult] ??= admit(request, quotaOf(request))
      return request[attachedResult]
    },
    charge: (result, cost) => (cost === 0 ? result : countRequests(result, 'api', cost, true)),
  }
}
