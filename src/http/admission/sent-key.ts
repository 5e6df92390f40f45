/** Reads the key of a request from `Authorization` or `X-Public-Hash-Key`. */
import type { IncomingMessage } from 'node:http'
import { holdsKey } from '../../keys/key-format.ts'
import { type Problem, problem } from '../errors/problems.ts'

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
