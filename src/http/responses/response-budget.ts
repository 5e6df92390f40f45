/**
 * Limits how many bytes of responses may be waiting for clients to read them, per address and in total. Without this
 * limit, clients that send requests and never read the responses would exhaust memory.
 */
import type { ServerResponse } from 'node:http'
import type { RequestLimits } from '../request-limits.ts'

export type ResponseBudget = ReturnType<typeof createResponseBudget>

/** Smaller responses are not counted: the connection limit already bounds their number, and counting takes time. */
const uncountedBytesMax = 16 * 1024

/**
 * The timeout for a large response is 30 s plus the time to send it at 50 kB/s, which is slower than most connections.
 */
const timeoutMsMin = 30_000
const bytesPerMsMin = 50

export function createResponseBudget({
  unreadAddressBytes,
  unreadBytes,
}: Pick<RequestLimits, 'unreadAddressBytes' | 'unreadBytes'>) {
  const byAddress = new Map<string, number>()
  let total = 0

  const release = (address: string, bytes: number, ownBytes: number): void => {
    total -= ownBytes
    const remaining = (byAddress.get(address) ?? 0) - bytes
    if (remaining > 0) byAddress.set(address, remaining)
    else byAddress.delete(address)
  }

  return {
    /**
     * Reserves the bytes until the response is sent or its connection closes. Returns false if the budget is used up.
     * `isShared` means that all clients share one copy of the bytes, so they count towards the limit per address but not
     * towards the total.
     */
    reserve: (response: ServerResponse, address: string, bytes: number, isShared = false): boolean => {
      // Reserve nothing for a small response, nor for a client that has already disconnected: for that client, no
      // `close` event would release the bytes.
      if (bytes <= uncountedBytesMax || response.destroyed) return true
      const addressBytes = byAddress.get(address) ?? 0
      const ownBytes = isShared ? 0 : bytes
      // Always allow a response if no other is waiting: a list built from an operator's own data may exceed the limit.
      const isOverBudget =
        (addressBytes > 0 && addressBytes + bytes > unreadAddressBytes) || (total > 0 && total + ownBytes > unreadBytes)
      if (isOverBudget) return false
      byAddress.set(address, addressBytes + bytes)
      total += ownBytes
      // Set a timeout: otherwise a client that reads only a few bytes now and then would keep its bytes reserved for
      // hours.
      const timeout = setTimeout(() => response.destroy(), timeoutMsMin + bytes / bytesPerMsMin).unref()
      response.once('close', () => {
        clearTimeout(timeout)
        release(address, bytes, ownBytes)
      })
      return true
    },
    /** Returns the number of bytes reserved now, excluding shared ones. */
    reservedBytes: (): number => total,
  }
}
