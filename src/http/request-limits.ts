/** Limits on the size and the duration of requests and responses. */

export interface RequestLimits {
  bodyBytes: number
  /** Maximum body size of a request that may contain many identifiers. */
  batchBytes: number
  headerBytes: number
  /** Maximum number of bytes in large responses that clients at one address have not read yet. */
  unreadAddressBytes: number
  /** Maximum number of bytes in large responses that all clients together have not read yet. */
  unreadBytes: number
  /** Time allowed for a whole request to arrive. */
  requestMs: number
  /** How often Node checks for requests that have exceeded `requestMs`. */
  checkMs: number
  /** Time until an idle connection is closed. */
  idleMs: number
  /** Time allowed for open requests to finish on shutdown. */
  closeMs: number
}

export const defaultRequestLimits: RequestLimits = {
  bodyBytes: 16 * 1024,
  batchBytes: 128 * 1024,
  headerBytes: 16 * 1024,
  unreadAddressBytes: 64 * 1024 * 1024,
  unreadBytes: 256 * 1024 * 1024,
  requestMs: 10_000,
  checkMs: 1_000,
  // Longer than the idle timeout of common proxies, so that the proxy closes the connection first and never writes to a
  // socket that we are closing.
  idleMs: 65_000,
  closeMs: 10_000,
}
