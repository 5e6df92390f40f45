/**
 * Answers that are made on request, one at a time and once for all who ask meanwhile; the last ones stay in an LRU cache,
 * so neither memory nor work grows with the callers. Small ones are sent as they are, large ones compressed.
 */

import { createScheduler } from '../admission/scheduler.ts'
import { listsBusy } from '../errors/problems.ts'
import { digestOf, type PreparedResponse, prepareResponse, prepareUncompressed } from './prepared-response.ts'

/** `key` names the answer; `text` is what it says, or makes that in steps when its turn comes. */
export type ResponseCache = (
  key: string,
  address: string,
  text: Buffer | (() => Buffer | Generator<void, Buffer>),
  kind?: Kind,
) => Promise<PreparedResponse>

/** What is not said of every answer; JSON unless a type is given. */
interface Kind {
  type?: string
  headers?: Record<string, string>
}

/** Compressing less saves a packet or two, and costs more than all else about the answer. */
const smallBytesMax = 32 * 1024

/** Each may take half a second: a longer queue would keep every caller waiting. */
export const queueMax = 64
/** One address with many different lists leaves room for the others. */
export const queueOfAddressMax = 4

const keptBytesMax = 24 * 1024 * 1024
/** About what the headers, the tag and the text of a body take besides its bytes. */
const overheadBytes = 4 * 1024
const sizeOf = ({ forms }: PreparedResponse): number => forms.identity.bytes.length + overheadBytes

export function createResponseCache(common: Record<string, string>, scheduler = createScheduler()): ResponseCache {
  /** The one that was asked for longest ago comes first. */
  const kept = new Map<string, PreparedResponse>()
  /** Asked for, not yet there. */
  const underWay = new Map<string, { address: string; making: Promise<PreparedResponse> }>()
  let keptBytes = 0
  let turn: Promise<unknown> = Promise.resolve()

  const keep = (key: string, body: PreparedResponse): void => {
    kept.set(key, body)
    keptBytes += sizeOf(body)
    for (const [oldest, old] of kept) {
      if (keptBytes <= keptBytesMax || oldest === key) break
      kept.delete(oldest)
      keptBytes -= sizeOf(old)
    }
  }

  const bodyOf = async (bytes: Buffer, { type, headers }: Kind): Promise<PreparedResponse> => {
    const all = { ...common, ...headers }
    if (bytes.length <= smallBytesMax) return prepareUncompressed(bytes, all, type)
    return prepareResponse(bytes, all, type, await scheduler.runSteps('lists', digestOf(bytes)))
  }

  const isFull = (address: string): boolean =>
    underWay.size >= queueMax ||
    [...underWay.values()].filter((other) => other.address === address).length >= queueOfAddressMax

  return (key, address, text, kind = {}) => {
    const known = kept.get(key)
    if (known) {
      kept.delete(key)
      kept.set(key, known)
      return Promise.resolve(known)
    }
    // A small one that is there already need not wait for its turn, and caching it would save nothing.
    if (Buffer.isBuffer(text) && text.length <= smallBytesMax) return bodyOf(text, kind)
    const waiting = underWay.get(key)
    if (waiting) return waiting.making
    // What is there already only has to be compressed, on other threads.
    const isMade = Buffer.isBuffer(text)
    if (!isMade && isFull(address)) return Promise.reject(listsBusy())
    const make = async (): Promise<PreparedResponse> => {
      const made = Buffer.isBuffer(text) ? text : text()
      const body = await bodyOf(Buffer.isBuffer(made) ? made : await scheduler.runSteps(address, made), kind)
      keep(key, body)
      return body
    }
    const making = (isMade ? make() : turn.then(make)).finally(() => underWay.delete(key))
    underWay.set(key, { address, making })
    if (!isMade) turn = making.catch(() => {})
    return making
  }
}
