/**
 * Checks the key of a request: against the table in memory, at once; against the store if the table does not hold the
 * key. Limits how many wrong keys an address can try.
 */

import type { Caller, KeyCache } from '../../keys/key-cache.ts'
import { createKeyLookup } from '../../keys/key-lookup.ts'
import { createLocalLimiter } from '../../limits/local-limiter.ts'
import type { LimitState } from '../../limits/shared-limiter.ts'
import type { Store } from '../../store/contract.ts'
import { type Problem, problem, storeUnavailable } from '../errors/problems.ts'

/** `unchecked`: the key table has not loaded yet, so any key is unknown. */
export type CheckedKey = Caller | Problem | 'unchecked'

/** A promise, which never rejects, only if the key has to be looked up in the store. */
export type KeyChecker = (key: string, address: string) => CheckedKey | Promise<CheckedKey>

/** Wrong keys from one address in a minute. A known key still works: many callers may share an address. */
const guessesMax = 60

export const challenge = { 'WWW-Authenticate': 'Bearer realm="bank-lookup"' }

export function createKeyChecker({ keys, findKey }: { keys: KeyCache; findKey: Store['findKey'] }): KeyChecker {
  // Per process: spreading guesses at 30 random characters over several processes does not make one more likely.
  const guesses = createLocalLimiter()
  const lookUp = createKeyLookup({ findKey, onFound: keys.add })

  const refuse = (address: string): Problem => {
    const standing = guesses.take(address, guessesMax)
    return standing.allowed ? problem('key_refused', {}, challenge) : tooManyGuesses(standing)
  }

  const checkInStore = async (hash: string, address: string): Promise<CheckedKey> => {
    const found = await lookUp(hash)
    // Not counted as a guess: the key may be valid.
    if (found === 'unavailable') return storeUnavailable()
    if (found === 'not_found') return refuse(address)
    const check = keys.checkRecord(found)
    return 'caller' in check ? check.caller : refuse(address)
  }

  return (key, address) => {
    if (!keys.isLoaded()) return 'unchecked'
    const check = keys.check(key)
    if ('caller' in check) return check.caller
    if ('unknownHash' in check) {
      // Read, not counted: the key may be a new one. `refuse` counts it if it is wrong.
      const standing = guesses.peek(address, guessesMax)
      return standing.allowed ? checkInStore(check.unknownHash, address) : tooManyGuesses(standing)
    }
    // A typo is no guess: the checksum shows it.
    return check.problem === 'key_malformed' ? problem('key_malformed', {}, challenge) : refuse(address)
  }
}

function tooManyGuesses({ resetSeconds }: LimitState): Problem {
  const seconds = String(resetSeconds)
  return problem('guesses_limited', { seconds }, { 'Retry-After': seconds })
}
