/** The id of a request, which its caller, its answer and the lines of the log about it have in common. */
import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { holdsKey } from '../keys/format.ts'

/** Not digits alone, nor what looks like an IBAN: whatever its caller means by it, it may be an account number. */
const likeIban = /[A-Z]{2}\d{2}[A-Z0-9]*\d{7}/
const usable = /^(?![^A-Za-z]*$)(?![A-Za-z]{2}\d{2}[A-Za-z0-9]{8,30}$)[A-Za-z0-9._:/+=-]{1,128}$/

/**
 * A caller's own `X-Request-Id`, if it can stand in a log, holding no key and no account number; else one that no other
 * process gives.
 * `processName` begins the ids of this process.
 */
export function openRequestIds(processName: string = randomName()): (headers: IncomingHttpHeaders) => string {
  let given = 0
  return (headers) => {
    const sent = headers['x-request-id']
    // Sent twice, it comes as one text with a comma in it, which is no id.
    if (typeof sent === 'string' && usable.test(sent) && !holdsKey(sent) && !likeIban.test(sent.replaceAll(/\W/g, '')))
      return sent
    given++
    return `${processName}-${given.toString(36)}`
  }
}

/** 48 random bits: two processes of a million would hardly have the same. */
const randomName = (): string => randomBytes(6).readUIntBE(0, 6).toString(36).padStart(10, '0')
