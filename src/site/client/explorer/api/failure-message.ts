/** What a failed request means for users. The API's own sentence is for programmers and is shown as a detail. */
import type { BankLookupError } from '../../../../../packages/client/src/error.ts'

const byCode: Record<string, string> = {
  rate_limited: 'Too many requests from your network. Please wait a moment.',
  batch_limited: 'Too many requests from your network. Please wait a moment.',
  bank_unknown: 'There is no bank at this address. It may have been mistyped.',
  country_unsupported: 'This country is not covered.',
  country_malformed: 'This country is not covered.',
  query_too_long: 'This text is too long to search for. Use fewer words.',
  lists_busy: 'The service is busy. Please wait a moment.',
  responses_busy: 'The service is busy. Please wait a moment.',
}

/** Whether there was no response of the service, or only a part of it. */
export const isUnreachable = ({ status }: BankLookupError): boolean => status < 400

/** Whether the same request may succeed later. */
export const isRetryable = (error: BankLookupError): boolean =>
  isUnreachable(error) || error.status === 408 || error.status === 429 || error.status >= 500

export function failureMessage(error: BankLookupError): string {
  if (isUnreachable(error)) return 'Cannot reach the service. Check your connection.'
  const isBroken = error.status >= 500
  return byCode[error.code] ?? (isBroken ? 'The service has a problem.' : 'The service did not accept this request.')
}
