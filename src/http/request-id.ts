/** The id of a request, which its caller, its answer and the lines of the log about it have in common. */
import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { holdsKey, mayHoldSecret } from '../keys/format.ts'

const usable = /^[A-Za-z0-9._:/+=-]{1,128}$/

/**
 * Random hexadecimal ids, in which seven digits often follow each other: UUIDs, trace ids of W3C and of AWS. Sixteen
 * digits behind two letters are a Belgian IBAN.
 */
const hexadecimal = [
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  /^(?=.*[a-f])[\da-f]{32}$/i,
  /^(?=.{4,}[a-f])[\da-f]{16}$/i,
  /^\d\d-[\da-f]{32}-[\da-f]{16}-\d\d$/i,
  /^(?:Root=)?1-[\da-f]{8}-[\da-f]{24}$/i,
]

/** Digits alone, seven digits in a row with any separators, or the form of an IBAN. */
function mayHoldAccount(id: string): boolean {
  if (hexadecimal.some((form) => form.test(id))) return false
  const compact = id.replaceAll(/[^A-Za-z0-9]/g, '')
  return /^\d*$/.test(compact) || /\d{7}/.test(compact) || /^[a-z]{2}\d{2}[a-z0-9]{8,30}$/i.test(compact)
}

/**
 * Returns a caller's own `X-Request-Id` if it can stand in a log: it must not look like a key or an account number.
 * Otherwise a new id, which no other process uses. `processName` begins the ids of this process.
 */
export function createRequestIds(processName: string = randomName()): (headers: IncomingHttpHeaders) => string {
  let given = 0
  return (headers) => {
    const sent = headers['x-request-id']
    // Sent twice, it comes as one text with a comma in it, which is no id.
    if (typeof sent === 'string' && isLoggable(sent)) return sent
    given++
    return `${processName}-${given.toString(36)}`
  }
}

const isLoggable = (id: string): boolean =>
  usable.test(id) && !holdsKey(id) && !mayHoldSecret(id) && !mayHoldAccount(id)

/** 48 random bits: two processes of a million would hardly have the same. */
const randomName = (): string => randomBytes(6).readUIntBE(0, 6).toString(36).padStart(10, '0')
