/** The headers of requests and responses in the OpenAPI document. */
import type { Schema } from './route-description.ts'

const text = (description: string, example: string): Schema => ({ description, schema: { type: 'string' }, example })

export const responseHeaders = {
  'Data-Revision': { required: true, ...text('Revision of the data', '2026-11-14.3f9a1c20') },
  'Cache-Control': {
    required: true,
    ...text(
      '`public, max-age=300`, or `no-store` for a response that depends on more than the URL, and for errors',
      'public, max-age=300',
    ),
  },
  ETag: { required: true, ...text('Version of this response, for `If-None-Match`', '"f63701d575ac6438"') },
  'X-Request-Id': {
    required: true,
    ...text("The id that you sent in `X-Request-Id`, or a new one; it is also in the operator's log", '1vp9kqqvco-5'),
  },
  'Error-Code': { required: true, ...text('Code of the error', 'country_missing') },
  'Retry-After': {
    description: 'Seconds until the request can succeed',
    schema: { type: 'integer', minimum: 0 },
    example: 30,
  },
  RateLimit: text(
    'What counts the request, an address or a key, with the remaining requests `r` and the seconds `t` until the quota ' +
      'is full again. Missing if the service has no rate limit',
    '"address";r=599;t=60',
  ),
  'RateLimit-Policy': text(
    'The quota: `q` requests in `w` seconds. Missing if the service has no rate limit',
    '"address";q=600;w=60',
  ),
  'WWW-Authenticate': text('How to send a key', 'Bearer realm="bank-lookup"'),
  'Content-Disposition': text('Suggested file name', 'attachment; filename="banks-ng-2026-11-14.csv"'),
} as const

type HeaderName = keyof typeof responseHeaders

export const headerRefs = (names: readonly HeaderName[]): Schema =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

export const rateLimitHeaders: HeaderName[] = ['RateLimit', 'RateLimit-Policy']

export const conditionalParameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of your copy: if it is up to date, the response is 304 without a body',
  schema: { type: 'string' },
  example: '"f63701d575ac6438"',
}

export const notModified = {
  description: 'Your copy is up to date',
  headers: headerRefs(['Cache-Control', 'ETag', 'Data-Revision', ...rateLimitHeaders]),
}
