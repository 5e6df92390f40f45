/** The class of all errors that the client throws. */
import type { ServiceErrorCode } from './api-types.ts'

/**
 * Codes for failures without an error response of the service: no connection, no complete response in time, a response
 * that is larger than `maxBytes`, or one that is not from the service, for example the error page of a proxy.
 */
export type ClientErrorCode = 'network_error' | 'timeout' | 'response_too_large' | 'unexpected_response'

/** Upgrades of the service add codes, so any string is allowed; editors complete the known ones. */
export type ErrorCode = ServiceErrorCode | ClientErrorCode | (string & {})

export interface ErrorDetails {
  code: ErrorCode
  status?: number
  details?: unknown
  requestId?: string | undefined
  retryAfterMs?: number | undefined
  cause?: unknown
}

/** A failed request. `message` is the sentence of the service: show it to developers, and do not parse it. */
export class BankLookupError extends Error {
  override readonly name = 'BankLookupError'
  /** Stable code of the error, for programs. */
  readonly code: ErrorCode
  /** HTTP status, or 0 if there was no response. */
  readonly status: number
  /** The values in the message, such as the allowed ones, without those that were sent. Each code has its own. */
  readonly details: Readonly<Record<string, unknown>>
  /** Id of the request in the operator's log, if the response had one. */
  readonly requestId: string | undefined
  /** How long the service asks to wait before the next attempt, if it does. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, { code, status = 0, details, requestId, retryAfterMs, cause }: ErrorDetails) {
    super(message, { cause })
    this.code = code
    this.status = status
    this.details = isObject(details) ? details : {}
    this.requestId = requestId
    this.retryAfterMs = retryAfterMs
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
