/** Limits on the size and the duration of requests and responses. */

export interface RequestLimits {
  bodyBytes: number
  /** Body size of a request that may hold many identifiers. */
  batchBytes: number
  headerBytes: number
  /** Large responses that the clients of one address have not read yet. */
  unreadAddressBytes: number
  /** Large responses that all clients together have not read yet. */
  unreadBytes: number
  /** Time for a whole request to arrive. */
  requestMs: number
  /** Interval at which Node looks for requests over `requestMs`. */
  checkMs: number
  /** Time until an idle connection is closed. */
  idleMs: number
  /** Time for open requests to finish on shutdown. */
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
  // Longer than the idle timeout of common proxies, so that the proxy closes first and never sends into a closing socket.
  idleMs: 65_000,
  closeMs: 10_000,
}
