/** Request ids: each request has one id, which appears in its response and in its log lines. */
import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { holdsKey, mayHoldSecret } from '../keys/key-format.ts'

const validId = /^[A-Za-z0-9._:/+=-]{1,128}$/

/**
 * Formats of random hexadecimal ids: UUIDs, and W3C and AWS trace ids. They often have seven digits in a row, which
 * would otherwise look like an account number. The 16-character format requires a letter after the fourth character,
 * because two letters and 14 digits can be a Belgian IBAN.
 */
const randomIdFormats = [
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  /^(?=.*[a-f])[\da-f]{32}$/i,
  /^(?=.{4,}[a-f])[\da-f]{16}$/i,
  /^\d\d-[\da-f]{32}-[\da-f]{16}-\d\d$/i,
  /^(?:Root=)?1-[\da-f]{8}-[\da-f]{24}$/i,
]

/**
 * Returns whether an id could be an account number: without its separators, it has only digits, seven digits in a row,
 * or the format of an IBAN.
 */
function mayHoldAccount(id: string): boolean {
  if (randomIdFormats.some((format) => format.test(id))) return false
  const compact = id.replaceAll(/[^A-Za-z0-9]/g, '')
  return /^\d*$/.test(compact) || /\d{7}/.test(compact) || /^[a-z]{2}\d{2}[a-z0-9]{8,30}$/i.test(compact)
}

/**
 * Returns a function that chooses the id of a request. This is the caller's `X-Request-Id` if it is safe to log, that
 * is, if it does not look like a key or an account number. Otherwise it is a new id that no other process uses, with
 * `processName` as its prefix.
 */
export function createRequestIds(processName: string = randomName()): (headers: IncomingHttpHeaders) => string {
  let count = 0
  return (headers) => {
    const sent = headers['x-request-id']
    // Node joins repeated headers with a comma, which makes the id invalid.
    if (typeof sent === 'string' && isLoggable(sent)) return sent
    count++
    return `${processName}-${count.toString(36)}`
  }
}

const isLoggable = (id: string): boolean =>
  validId.test(id) && !holdsKey(id) && !mayHoldSecret(id) && !mayHoldAccount(id)

/** Has 48 random bits, so that a collision is unlikely even among a million processes. */
const randomName = (): string => randomBytes(6).readUIntBE(0, 6).toString(36).padStart(10, '0')
