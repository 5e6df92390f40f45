/**
 * Bounds the bytes of responses that clients have not read yet, per address and in total. Without it, clients that send
 * requests and do not read would fill the memory.
 */
import type { ServerResponse } from 'node:http'
import type { Limits } from './server.ts'

export interface ResponseBudget {
  /** Reserves the bytes until the response is sent or its connection closes; false if there is no room. */
  reserve(response: ServerResponse, address: string, bytes: number): boolean
  /** Bytes reserved at the moment. */
  reserved(): number
}

/** Smaller responses are not counted: the number of connections bounds them, and counting costs time. */
const uncountedBytesMax = 16 * 1024

export function createResponseBudget({
  unreadAddressBytes,
  unreadBytes,
}: Pick<Limits, 'unreadAddressBytes' | 'unreadBytes'>): ResponseBudget {
  const byAddress = new Map<string, number>()
  let total = 0

  const release = (address: string, bytes: number): void => {
    total -= bytes
    const left = (byAddress.get(address) ?? 0) - bytes
    if (left > 0) byAddress.set(address, left)
    else byAddress.delete(address)
  }

  return {
    reserve: (response, address, bytes) => {
      if (bytes <= uncountedBytesMax) return true
      const before = byAddress.get(address) ?? 0
      // A response alone always fits, however large a list an operator has.
      const isAlone = before === 0 && total === 0
      if (!isAlone && (before + bytes > unreadAddressBytes || total + bytes > unreadBytes)) return false
      byAddress.set(address, before + bytes)
      total += bytes
      response.once('close', () => release(address, bytes))
      return true
    },
    reserved: () => total,
  }
}
