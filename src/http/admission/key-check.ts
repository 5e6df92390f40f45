/**
 * Checks the key of a request against the cache in memory, and against the store if the cache does not have it. Limits how
 * many invalid keys an address can try.
 */

import type { Caller, KeyCache } from '../../keys/key-cache.ts'
import { createKeyLookup } from '../../keys/key-lookup.ts'
import { createLocalLimiter } from '../../limits/local-limiter.ts'
import type { LimitState } from '../../limits/shared-limiter.ts'
import type { Store } from '../../store/contract.ts'
import { type Problem, problem, storeUnavailable } from '../errors/problems.ts'

/** `unchecked`: the key cache has not loaded yet, so every key is unknown. */
export type CheckedKey = Caller | Problem | 'unchecked'

/** Returns a promise, which never rejects, only if the key must be looked up in the store. */
export type KeyChecker = (key: string, address: string) => CheckedKey | Promise<CheckedKey>

/** Invalid keys per address and minute. Valid keys still work after that, because callers may share an address. */
const guessesMax = 60

export const challenge = { 'WWW-Authenticate': 'Bearer realm="bank-lookup"' }

export function createKeyChecker({ keys, findKey }: { keys: KeyCache; findKey: Store['findKey'] }): KeyChecker {
  // Counted per process: a few times as many guesses at 30 random characters are still hopeless.
  const guesses = createLocalLimiter()
  const lookUp = createKeyLookup({ findKey, onFound: keys.add })

  const reject = (address: string): Problem => {
    const state = guesses.take(address, guessesMax)
    return state.allowed ? problem('key_refused', {}, challenge) : tooManyGuesses(state)
  }

  const checkInStore = async (hash: string, address: string): Promise<CheckedKey> => {
    const found = await lookUp(hash)
    // Not counted as a guess: the key may be valid.
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
      // Only read the limit here: the key may be new and valid. `reject` counts it if it is invalid.
      const state = guesses.peek(address, guessesMax)
      return state.allowed ? checkInStore(check.unknownHash, address) : tooManyGuesses(state)
    }
    // A key with a wrong checksum is a typo, not a guess.
    return check.problem === 'key_malformed' ? problem('key_malformed', {}, challenge) : reject(address)
  }
}

function tooManyGuesses({ resetSeconds }: LimitState): Problem {
  const seconds = String(resetSeconds)
  return problem('guesses_limited', { seconds }, { 'Retry-After': seconds })
}
