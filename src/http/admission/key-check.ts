/**
 * Checks the key of a request against the in-memory cache, and against the store if the cache does not have it. Limits
 * how many invalid keys an address can try.
 */

import type { Caller, KeyCache } from '../../keys/key-cache.ts'
import { createKeyLookup } from '../../keys/key-lookup.ts'
import { createLocalLimiter, type LimitState } from '../../limits/local-limiter.ts'
import type { Store } from '../../store/contract.ts'
import { type Problem, problem, storeUnavailable } from '../errors/problems.ts'

/** `unchecked` means that the key cache has not loaded yet, so no key can be checked. */
export type CheckedKey = Caller | Problem | 'unchecked'

/** Returns a promise only if the key must be looked up in the store. The promise never rejects. */
export type KeyChecker = (key: string, address: string) => CheckedKey | Promise<CheckedKey>

/**
 * Maximum number of invalid keys per minute from one address. After that, valid keys in the cache still work, because
 * several callers may share an address.
 */
const guessesMax = 60

export const challenge = { 'WWW-Authenticate': 'Bearer realm="bank-lookup"' }

export function createKeyChecker({ keys, findKey }: { keys: KeyCache; findKey: Store['findKey'] }): KeyChecker {
  // Guesses are counted per process, so several processes together allow several times as many. A key has 30 random
  // characters, so guessing is still hopeless.
  const guesses = createLocalLimiter()
  const lookUp = createKeyLookup({ findKey, onFound: keys.add })

  const reject = (address: string): Problem => {
    const state = guesses.take(address, guessesMax)
    return state.allowed ? problem('key_refused', {}, challenge) : tooManyGuesses(state)
  }

  const checkInStore = async (hash: string, address: string): Promise<CheckedKey> => {
    const found = await lookUp(hash)
    // Do not count this as a guess: the key may be valid.
    if (found === 'unavailable') return storeUnavailable()
    if (found === 'not_found') return reject(address)
    const check = keys.checkRecord(found)
    return 'caller' in check ? check.caller : reject(address)
  }

  return (key, address) => {
    if (!keys.isLoaded()) return 'unchecked'
    const check = keys.check(key)
    if ('caller' in check) return check.caller
    if ('unknownHash' in check) {
      // Only read the limit here, because the key may be new and valid. `reject` counts the key if it is invalid.
      const state = guesses.peek(address, guessesMax)
      return state.allowed ? checkInStore(check.unknownHash, address) : tooManyGuesses(state)
    }
    // Do not count a key with a wrong checksum, because it is a typo rather than a guess.
    return check.problem === 'key_malformed' ? problem('key_malformed', {}, challenge) : reject(address)
  }
}

function tooManyGuesses({ resetSeconds }: LimitState): Problem {
  const seconds = String(resetSeconds)
  return problem('guesses_limited', { seconds }, { 'Retry-After': seconds })
}
