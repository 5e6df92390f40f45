/**
 * Limits the bytes of responses that clients have not read yet, per address and in total. Without this limit, clients that
 * send requests and never read the responses would exhaust the memory.
 */
import type { ServerResponse } from 'node:http'
import type { RequestLimits } from '../request-limits.ts'

export interface ResponseBudget {
  /**
   * Reserves the bytes until the response is sent or its connection closes; false if the budget is used up. `isShared`: the
   * bytes are in memory once for all clients, so they count for the address only.
   */
  reserve(response: ServerResponse, address: string, bytes: number, isShared?: boolean): boolean
  /** Bytes reserved now, without shared ones. */
  reservedBytes(): number
}

/** Smaller responses are not counted: the number of connections limits them, and counting takes time. */
const uncountedBytesMax = 16 * 1024

/** Timeout of a large response: 30 s, plus its size at 50 kB/s, which is slower than any usual connection. */
const timeoutMsMin = 30_000
const bytesPerMsMin = 50

export function createResponseBudget({
  unreadAddressBytes,
  unreadBytes,
}: Pick<RequestLimits, 'unreadAddressBytes' | 'unreadBytes'>): ResponseBudget {
  const byAddress = new Map<string, number>()
  let total = 0

  const release = (address: string, bytes: number, ownBytes: number): void => {
    total -= ownBytes
    const remaining = (byAddress.get(address) ?? 0) - bytes
    if (remaining > 0) byAddress.set(address, remaining)
    else byAddress.delete(address)
  }

  return {
    reserve: (response, address, bytes, isShared = false) => {
      // If the client is gone already, nothing is sent and no `close` follows.
      if (bytes <= uncountedBytesMax || response.destroyed) return true
      const addressBytes = byAddress.get(address) ?? 0
      const ownBytes = isShared ? 0 : bytes
      // A single response always fits: the lists of an operator's own data may be large.
      const isOverBudget =
        (addressBytes > 0 && addressBytes + bytes > unreadAddressBytes) || (total > 0 && total + ownBytes > unreadBytes)
      if (isOverBudget) return false
      byAddress.set(address, addressBytes + bytes)
      total += ownBytes
      // Without a timeout, a client that reads a few bytes now and then would hold the bytes for hours.
      const timeout = setTimeout(() => response.destroy(), timeoutMsMin + bytes / bytesPerMsMin).unref()
      response.once('close', () => {
        clearTimeout(timeout)
        release(address, bytes, ownBytes)
      })
      return true
    },
    reservedBytes: () => total,
  }
}
