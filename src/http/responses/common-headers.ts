/** Headers that do not depend on the request. */

/** Allows any web page to call the API. There are no cookies, so a page cannot act on behalf of its visitor. */
const crossOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Data-Revision, Error-Code, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id',
}

export const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, QUERY, OPTIONS',
  // The last four are tracing headers: monitoring scripts add them to every request of a page.
  'Access-Control-Allow-Headers':
    'Content-Type, Authorization, X-Public-Hash-Key, Idempotency-Key, If-None-Match, X-Request-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name, ' +
    'traceparent, tracestate, baggage, sentry-trace',
  'Access-Control-Max-Age': '86400',
}

/** Returns the headers sent with every response, including errors. */
export const commonHeaders = (revision: string): Record<string, string> => ({
  ...crossOrigin,
  'X-Content-Type-Options': 'nosniff',
  'Data-Revision': revision,
})

/**
 * Allows pages to load resources only from this service and to send data only to it. Inline scripts and styles do not
 * run, and scripts cannot turn text into markup except in one place.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  // `client/shared/dom.ts` creates the policy `views`.
  "require-trusted-types-for 'script'",
  'trusted-types views',
].join('; ')

export const pageHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Referrer-Policy': 'no-referrer',
}
