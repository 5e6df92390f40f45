/**
 * Authenticates each request and counts it against the rate limit, exactly once. The fast path uses the result
 * directly. If the fast path hands a request to the framework, it attaches the result to the request.
 */
import type { IncomingMessage } from 'node:http'
import type { KeyCache } from '../../keys/key-cache.ts'
import { holdsKey } from '../../keys/key-format.ts'
import type { Store } from '../../store/contract.ts'
import { Problem, problem } from '../errors/problems.ts'
import { isCompatUrl } from '../errors/provider-errors.ts'
import { whenReady } from '../lookups/lookup.ts'
import type { AdmissionResult } from './admission-result.ts'
import type { AddressReader } from './client-address.ts'
import { type CheckedKey, createKeyChecker } from './key-check.ts'
import { type CountedQuota, type CounterOptions, createRequestCounter } from './request-counter.ts'
import type { QuotaReader, RequestQuota } from './request-quota.ts'

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
    // Clients of payment providers send the secret key of their provider, which is none of our business.
    const key = quota === 'static' || isCompatUrl(request.url ?? '') ? undefined : sentKey(request)
    const check = typeof key === 'string' ? checkKey(key, address) : key
    return whenReady(check, (checked) => countChecked(address, quota, checked))
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

/**
 * Returns the key that the request contains, if any. Ignores an authorization scheme other than `Bearer`, because it
 * may be meant for a proxy. But if such a header contains one of our keys, the caller forgot the word `Bearer` and gets
 * an error. Two different keys are also an error, because either could be the intended one.
 */
export function sentKey(request: IncomingMessage): string | Problem | undefined {
  const { authorization = '', 'x-public-hash-key': ownHeader = '' } = request.headers
  if (authorization === '' && ownHeader === '') return undefined
  const keys = [bearerKey(authorization), String(ownHeader).trim()].filter(Boolean)
  const [key, other = key] = keys
  return other !== key || (key !== undefined && hasTwoAuthorizations(request)) ? problem('key_twice', {}) : key
}

function bearerKey(authorization: string): string | undefined {
  const bearer = /^bearer(?:\s+(.*))?$/is.exec(authorization)
  if (bearer) return bearer[1]?.trim()
  return holdsKey(authorization) ? 'a key without the word Bearer' : undefined
}

/** Reads the raw headers, because Node keeps only the first Authorization header. */
function hasTwoAuthorizations({ rawHeaders }: IncomingMessage): boolean {
  const isAuthorization = (name: string, at: number): boolean => at % 2 === 0 && /^authorization$/i.test(name)
  return rawHeaders.filter(isAuthorization).length > 1
}
