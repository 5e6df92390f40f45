/** Keeps keys and account numbers in URLs out of logs and error messages. */
import { holdsKey, mayHoldSecret } from '../../keys/key-format.ts'

/**
 * Returns the path of a URL. Proxies may send an absolute URL, so the scheme and host are removed. The query is dropped
 * because it may be private, and the whole path is redacted if the URL contains a key.
 */
export function pathOnly({ url }: { url: string }): string {
  if (urlHoldsKey(url)) return '/…'
  return (url.split('?', 1)[0] as string).replace(/^https?:\/\/[^/]*/i, '') || '/'
}

/**
 * Returns the path with account numbers and keys redacted. Digits are counted over the whole path, because an IBAN may
 * be spread over several segments. If the path has as many digits as an account number, every segment with a digit is
 * redacted, except the prefixes of our own routes, such as `/v1`.
 */
export function loggedPath(request: { url: string }): string {
  const path = pathOnly(request)
  const prefix = /^\/(?:v1|docs\/\d\.\d)(?=\/)/.exec(path)?.[0] ?? ''
  const rest = path.slice(prefix.length)
  const hasAccount = mayHoldAccount(rest)
  const isPrivate = (segment: string): boolean => (hasAccount && /\d/.test(segment)) || mayHoldSecret(segment)
  return prefix + rest.replaceAll(/[^/]+/g, (segment) => (isPrivate(segment) ? '…' : segment))
}

const accountDigitsMin = 6

/** Returns whether the text has as many digits as an account number. */
export const mayHoldAccount = (text: string): boolean => text.replaceAll(/\D/g, '').length >= accountDigitsMin

/** Returns whether the URL contains a key, even if the key is percent-encoded up to three times. */
export function urlHoldsKey(url: string): boolean {
  let text = url
  for (let layer = 0; layer < 3 && text.includes('%'); layer++) {
    if (holdsKey(text)) return true
    text = decodePercent(text)
  }
  return holdsKey(text)
}

/** Unlike `decodeURIComponent`, accepts any text. */
export const decodePercent = (text: string): string =>
  text.replaceAll(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
