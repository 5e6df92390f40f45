/** What admission found out about a request. */
import type { Caller } from '../../keys/key-cache.ts'
import type { Problem } from '../errors/problems.ts'

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
  /** The `RateLimit` and `RateLimit-Policy` headers, as alternating names and values; empty if the request is not counted. */
  headers: readonly string[]
}
