/** The headers that are the same on every answer, errors included. */

/** Browsers may call from any page: no cookies are used, so nothing of the caller's can be taken along. */
const crossOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Data-Revision, Error-Code, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id',
}

export const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, QUERY, OPTIONS',
  'Access-Control-Allow-Headers':
    'Content-Type, Authorization, X-Public-Hash-Key, Idempotency-Key, If-None-Match, X-Request-Id',
  'Access-Control-Max-Age': '86400',
}

export const commonHeaders = (revision: string): Record<string, string> => ({
  ...crossOrigin,
  'X-Content-Type-Options': 'nosniff',
  'Data-Revision': revision,
})
