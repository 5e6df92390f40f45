/**
 * Looks up a key in the store if it is not in the cache, because it may have been issued only a second ago. Anyone can
 * send random keys, so lookups are bounded: single flight per hash, a maximum number in flight, a timeout, and a
 * circuit breaker that opens for a second after a failure.
 */
import type { KeyRecord } from './key.ts'

/**
 * Never rejects. `unavailable` says nothing about the key: the store failed or did not respond, or too many lookups are
 * already in flight.
 */
export type KeyLookup = (hash: string) => Promise<KeyRecord | 'not_found' | 'unavailable'>

/**
 * More than the number of connections in a PostgreSQL pool, so that a burst of new keys waits for the pool instead of
 * failing.
 */
export const lookupsMax = 32
const lookupTimeoutMs = 2_000
/**
 * How long the circuit breaker stays open. Meanwhile, requests with unknown keys neither add to the load on a failing
 * store nor wait for its timeout.
 */
const breakerMs = 1_000

export function createKeyLookup({
  findKey,
  onFound,
  timeoutMs = lookupTimeoutMs,
  nowMs = () => performance.now(),
}: {
  findKey(hash: string): Promise<KeyRecord | undefined>
  /** Called even if the result arrives after the timeout, so that a retry finds the key in the cache. */
  onFound(record: KeyRecord): void
  timeoutMs?: number
  nowMs?: () => number
}): KeyLookup {
  // It is safe to share a lookup in flight: a key is stored before it is printed, so the lookup cannot have missed it.
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
    // Runs when the query ends, not at the timeout: until then, the query still occupies the store.
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
