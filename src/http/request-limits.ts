/** Limits on the size and the duration of requests and responses. */

export type RequestLimits = typeof defaultRequestLimits

export const defaultRequestLimits = {
  bodyBytes: 16 * 1024,
  /** Maximum body size of a request that may contain many identifiers. */
  batchBytes: 128 * 1024,
  headerBytes: 16 * 1024,
  /** Maximum number of bytes in large responses that clients at one address have not read yet. */
  unreadAddressBytes: 64 * 1024 * 1024,
  /** Maximum number of bytes in large responses that all clients together have not read yet. */
  unreadBytes: 256 * 1024 * 1024,
  /** Time allowed for a whole request to arrive. */
  requestMs: 10_000,
  /** How often Node checks for requests that have exceeded `requestMs`. */
  checkMs: 1_000,
  /**
   * Time until an idle connection is closed. Longer than the idle timeout of common proxies, so that the proxy closes the
   * connection first and never writes to a socket that we are closing.
   */
  idleMs: 65_000,
  /** Time allowed for open requests to finish on shutdown. */
  closeMs: 10_000,
}
