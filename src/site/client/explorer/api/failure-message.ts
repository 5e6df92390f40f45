/** Sentences for users about a failed request. The API's own sentence is for programmers and is shown as a detail. */
import type { RequestError } from './send.ts'

const byCode: Record<string, string> = {
  unreachable: 'Cannot reach the service. Check your connection.',
  rate_limited: 'Too many requests from your network. Please wait a moment.',
  batch_limited: 'Too many requests from your network. Please wait a moment.',
  bank_unknown: 'There is no bank at this address. It may have been mistyped.',
  country_unsupported: 'This country is not covered.',
  country_malformed: 'This country is not covered.',
  query_too_long: 'This text is too long to search for. Use fewer words.',
  lists_busy: 'The service is busy. Please wait a moment.',
  responses_busy: 'The service is busy. Please wait a moment.',
}

export const failureMessage = ({ code, status }: Pick<RequestError, 'code' | 'status'>): string =>
  byCode[code] ?? (status >= 500 ? 'The service has a problem.' : 'The service did not accept this request.')
