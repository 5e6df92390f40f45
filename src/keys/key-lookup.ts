/**
 * Looks up a key in the store if it is not in the cache: the key may be a second old. Anyone can send
 * random keys, so lookups are bounded: single flight per hash, a maximum in flight, a timeout, and a circuit breaker
 * that opens for a moment after a failure.
 */
import type { KeyRecord } from './key.ts'

/** Never rejects. `unavailable` says nothing about the key: the store did not respond, or too many lookups wait for it. */
export type KeyLookup = (hash: string) => Promise<KeyRecord | 'not_found' | 'unavailable'>

/** More than a PostgreSQL pool has connections, so that a burst of new keys waits for the pool and does not fail here. */
export const lookupsMax = 32
const lookupTimeoutMs = 2_000
/** A request with an unknown key must not add to the load of a failing store, nor wait for its timeout. */
const breakerMs = 1_000

export function createKeyLookup({
  findKey,
  onFound,
  timeoutMs = lookupTimeoutMs,
  nowMs = () => performance.now(),
}: {
  findKey(hash: string): Promise<KeyRecord | undefined>
  /** Also called for a result that arrives after the timeout, so that a retry finds the key in memory. */
  onFound(record: KeyRecord): void
  timeoutMs?: number
  nowMs?: () => number
}): KeyLookup {
  // A key is printed only after it is stored, so a lookup in flight started after its key was stored.
  const flights = new Map<string, ReturnType<KeyLookup>>()
  /** The circuit breaker is open until this time. */
  let openUntilMs = 0

  const start: KeyLookup = (hash) => {
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<KeyLookup>>>()
    const fail = (): void => {
      openUntilMs = nowMs() + breakerMs
      resolve('unavailable')
    }
    const timer = setTimeout(fail, timeoutMs)
    // Runs when the query ends, not at the timeout: until then the query occupies the store.
    const end = (): void => {
      clearTimeout(timer)
      flights.delete(hash)
    }
    const succeed = (record: KeyRecord | undefined): void => {
      end()
      if (record) onFound(record)
      resolve(record ?? 'not_found')
    }
    flights.set(hash, promise)
    findKey(hash).then(succeed, () => {
      end()
      fail()
    })
    return promise
  }

  return (hash) => {
    const flight = flights.get(hash)
    if (flight) return flight
    const isRefused = nowMs() < openUntilMs || flights.size >= lookupsMax
    return isRefused ? Promise.resolve('unavailable') : start(hash)
  }
}
