/** The key that a request was sent with, from either of its headers. */
import type { IncomingMessage } from 'node:http'
import { holdsKey } from '../../keys/format.ts'
import { type Problem, problem } from '../errors/problems.ts'

/**
 * Another scheme than `Bearer` may be meant for a proxy, unless it holds a key: then the word was forgotten. Two different
 * keys are an error: either of them could be the one that the caller means.
 */
export function sentKey(request: IncomingMessage): string | Problem | undefined {
  const { authorization = '', 'x-public-hash-key': own = '' } = request.headers
  if (authorization === '' && own === '') return undefined
  const keys = [bearerKey(authorization), String(own).trim()].filter(Boolean)
  const [key, other = key] = keys
  return other !== key || (key !== undefined && hasTwoAuthorizations(request)) ? problem('key_twice', {}) : key
}

function bearerKey(authorization: string): string | undefined {
  const bearer = /^bearer(?:\s+(.*))?$/is.exec(authorization)
  if (bearer) return bearer[1]?.trim()
  return holdsKey(authorization) ? 'a key without the word Bearer' : undefined
}

/** Node keeps the first Authorization header and ignores the second. */
function hasTwoAuthorizations({ rawHeaders }: IncomingMessage): boolean {
  const isAuthorization = (name: string, at: number): boolean => at % 2 === 0 && /^authorization$/i.test(name)
  return rawHeaders.filter(isAuthorization).length > 1
}
