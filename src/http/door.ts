/**
 * Who is calling, and whether there is room for the request. Asked once a request, by whichever way answers it; what
 * was found stays with the request.
 */
import type { IncomingMessage } from 'node:http'
import { holdsKey } from '../keys/format.ts'
import type { Caller, KeyTable } from '../keys/table.ts'
import { openSharedLimiter, type SharedLimiter, type Standing } from '../limits/shared-limiter.ts'
import type { WatchedCounts } from '../limits/watched-counts.ts'
import { windowSeconds } from '../limits/windows.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { AddressOf } from './address.ts'
import { openLimiter } from './limiter.ts'
import { Problem, problem } from './problems.ts'

export interface Visit {
  /** Only if a key was sent and holds. */
  caller: Caller | undefined
  /** Why the request is not to be answered. */
  problem: Problem | undefined
  /** `RateLimit` and `RateLimit-Policy`, names and values in turn. */
  headers: readonly string[]
}

export interface Door {
  /**
   * Looks and counts, and leaves nothing with the request: for whoever answers it at once. A promise, which never
   * rejects, only where processes share their counts and this one has to ask.
   */
  look(request: IncomingMessage): Visit | Promise<Visit>
  /** Leaves what was found with the request, for whoever it is handed on to. */
  remember(request: IncomingMessage, visit: Visit | Promise<Visit>): void
  /** What was found before, or what is found now. */
  visit(request: IncomingMessage): Visit | Promise<Visit>
}

export interface Quotas {
  anonymous: number
  keyed: number
}

/** Wrong keys from one address in a minute. A right one passes all the same: behind one address may be many callers. */
const guessesMax = 60

const visits = Symbol('visit')

export function openDoor({
  keys,
  quotas,
  addressOf,
  counts,
  metrics,
}: {
  keys: KeyTable
  quotas: Quotas | 'off'
  addressOf: AddressOf
  /** What is counted together with other processes; without, this one counts alone. */
  counts?: WatchedCounts | undefined
  metrics: Metrics
}): Door {
  const limiterOf = (name: 'address' | 'key'): SharedLimiter => {
    const own = openLimiter()
    metrics.watch('bank_lookup_limiter_subjects', own.subjects, name)
    return counts ? openSharedLimiter({ name, counts, own }) : own
  }
  const [byAddress, byKey] = [limiterOf('address'), limiterOf('key')]
  // Each process's own: a guess at 30 random characters is no likelier for being made at many doors.
  const guesses = openLimiter()
  const policies = quotas === 'off' ? { address: '', key: '' } : policiesOf(quotas)

  const look = (request: IncomingMessage): Visit | Promise<Visit> => {
    const address = addressOf(request)
    const sent = keyOf(request)
    // Before the first table has come nothing can be said about a key; a lookup needs none.
    const check = sent === undefined || !keys.loaded() ? undefined : checkKey(sent, address)
    const caller = check instanceof Problem ? undefined : check
    const refusal = check instanceof Problem ? check : undefined
    if (quotas === 'off') return { caller, problem: refusal, headers: [] }
    const standing = caller ? byKey.take(caller.family, quotas.keyed) : byAddress.take(address, quotas.anonymous)
    return standing instanceof Promise
      ? standing.then((known) => visitOf(known, quotas, caller, refusal))
      : visitOf(standing, quotas, caller, refusal)
  }

  const visitOf = (
    { allowed, remaining, resetSeconds }: Standing,
    { keyed, anonymous }: Quotas,
    caller: Caller | undefined,
    refusal: Problem | undefined,
  ): Visit => {
    const name = caller ? 'key' : 'address'
    const headers = ['RateLimit', `"${name}";r=${remaining};t=${resetSeconds}`, 'RateLimit-Policy', policies[name]]
    if (allowed) return { caller, problem: refusal, headers }
    metrics.count('bank_lookup_rate_limited_total', name)
    const [limit, seconds] = [String(caller ? keyed : anonymous), String(resetSeconds)]
    const full = problem('rate_limited', { subject: name, limit, seconds }, { 'Retry-After': seconds })
    return { caller, problem: full, headers }
  }

  const checkKey = (sent: string, address: string): Caller | Problem => {
    const check = keys.check(sent)
    if ('caller' in check) return check.caller
    // A typing error is no guess: it is told by the form alone.
    if (check.problem === 'key_malformed') return problem('key_malformed', {}, challenge)
    const { allowed, resetSeconds } = guesses.take(address, guessesMax)
    if (allowed) return problem('key_refused', {}, challenge)
    return problem('guesses_limited', { seconds: String(resetSeconds) }, { 'Retry-After': String(resetSeconds) })
  }

  type Holder = IncomingMessage & { [visits]?: Visit | Promise<Visit> }
  return {
    look,
    remember: (request: Holder, visit) => {
      request[visits] = visit
    },
    visit: (request: Holder) => {
      request[visits] ??= look(request)
      return request[visits]
    },
  }
}

const policiesOf = ({ anonymous, keyed }: Quotas) => ({
  address: `"address";q=${anonymous};w=${windowSeconds}`,
  key: `"key";q=${keyed};w=${windowSeconds}`,
})

export const challenge = { 'WWW-Authenticate': 'Bearer realm="bank-lookup"' }

/** Another scheme than `Bearer` is meant for somebody else, a proxy for one, unless it holds a key: that is a slip. */
function keyOf({ headers }: IncomingMessage): string | undefined {
  const { authorization = '', 'x-public-hash-key': own = '' } = headers
  if (authorization === '' && own === '') return undefined
  const bearer = /^bearer(?:\s+(.*))?$/is.exec(authorization)
  if (bearer) return bearer[1]?.trim() || undefined
  if (holdsKey(authorization)) return 'a key without the word Bearer'
  return String(own).trim() || undefined
}
