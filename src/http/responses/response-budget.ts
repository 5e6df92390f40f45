/**
 * Bounds the bytes of responses that clients have not read yet, per address and in total. Without it, clients that send
 * requests and do not read would fill the memory.
 */
import type { ServerResponse } from 'node:http'
import type { RequestLimits } from '../server.ts'

export interface ResponseBudget {
  /**
   * Reserves the bytes until the response is sent or its connection closes; false if there is no room. `isShared`: the
   * bytes are in memory once for all clients, so they count for the address alone.
   */
  reserve(response: ServerResponse, address: string, bytes: number, isShared?: boolean): boolean
  /** Bytes reserved at the moment, without shared ones. */
  reserved(): number
}

/** Smaller responses are not counted: the number of connections bounds them, and counting costs time. */
const uncountedBytesMax = 16 * 1024

/** A large response has so long, and more by its size: 50 kB/s is slower than any usual connection. */
const minSeconds = 30
const minBytesPerMs = 50

export function createResponseBudget({
  unreadAddressBytes,
  unreadBytes,
}: Pick<RequestLimits, 'unreadAddressBytes' | 'unreadBytes'>): ResponseBudget {
  const byAddress = new Map<string, number>()
  let total = 0

  const release = (address: string, bytes: number, own: number): void => {
    total -= own
    const left = (byAddress.get(address) ?? 0) - bytes
    if (left > 0) byAddress.set(address, left)
    else byAddress.delete(address)
  }

  return {
    reserve: (response, address, bytes, isShared = false) => {
      // The client may be gone already: then nothing is sent, and no `close` follows.
      if (bytes <= uncountedBytesMax || response.destroyed) return true
      const before = byAddress.get(address) ?? 0
      const own = isShared ? 0 : bytes
      // A response alone always fits, however large a list an operator has.
      const isTooMuch = (before > 0 && before + bytes > unreadAddressBytes) || (total > 0 && total + own > unreadBytes)
      if (isTooMuch) return false
      byAddress.set(address, before + bytes)
      total += own
      // A client that reads a few bytes now and then would hold them for hours.
      const timeout = setTimeout(() => response.destroy(), minSeconds * 1000 + bytes / minBytesPerMs).unref()
      response.once('close', () => {
        clearTimeout(timeout)
        release(address, bytes, own)
      })
      return true
    },
    reserved: () => total,
  }
}
