/**
 * Builds responses on demand and caches them. Builds run one at a time, concurrent requests for the same response share
 * one build, and an LRU cache holds the most recent responses, so neither memory nor work grows with the number of
 * callers. Large responses are compressed.
 */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createScheduler } from '../admission/scheduler.ts'
import { listsBusy } from '../errors/problems.ts'
import {
  cacheableHeaders,
  digestInSteps,
  type PreparedResponse,
  preparePlain,
  prepareResponse,
} from './prepared-response.ts'
import { replyWith } from './send-response.ts'

export interface ResponseCache {
  get(key: string): PreparedResponse | undefined
  /** Returns a promise only if the response must be built or compressed first. */
  getOrBuild(
    key: string,
    address: string,
    body: BodySource,
    options?: ResponseOptions,
  ): PreparedResponse | Promise<PreparedResponse>
}

/** The body of a response, or a function that builds it, possibly in steps, when its turn in the queue comes. */
type BodySource = Buffer | (() => Buffer | Generator<void, Buffer>)

interface ResponseOptions {
  /** Content type; JSON by default. */
  type?: string
  /** Headers in addition to the common ones. */
  headers?: Record<string, string>
  /** Whether the format is compressed in itself, so that brotli and gzip would save nothing. */
  isCompressed?: boolean
}

/** Smaller bodies are not compressed: that would save a packet or two, but cost more than the rest of the response. */
export const uncompressedBytesMax = 32 * 1024

/** A build may take half a second, so with a longer queue every caller would wait too long. */
export const queueMax = 64
/** Prevents one address from filling the queue by requesting many different lists. */
export const queuePerAddressMax = 4

const cachedBytesMax = 24 * 1024 * 1024
/** Estimated size of the headers, ETag and text of a response, in addition to its bytes. */
const overheadBytes = 4 * 1024
const sizeOf = ({ encodings }: PreparedResponse): number => encodings.identity.bytes.length + overheadBytes

export function createResponseCache(common: Record<string, string>, scheduler = createScheduler()): ResponseCache {
  /** The least recently used response comes first. */
  const cached = new Map<string, PreparedResponse>()
  const pending = new Map<string, { address: string; build: Promise<PreparedResponse> }>()
  let cachedBytes = 0
  let lastBuild: Promise<unknown> = Promise.resolve()

  const store = (key: string, response: PreparedResponse): void => {
    cached.set(key, response)
    cachedBytes += sizeOf(response)
    for (const [oldestKey, oldest] of cached) {
      if (cachedBytes <= cachedBytesMax || oldestKey === key) break
      cached.delete(oldestKey)
      cachedBytes -= sizeOf(oldest)
    }
  }

  const get: ResponseCache['get'] = (key) => {
    const hit = cached.get(key)
    if (hit) {
      cached.delete(key)
      cached.set(key, hit)
    }
    return hit
  }

  const defaultHeaders = cacheableHeaders(common)
  const prepareAsIs = (bytes: Buffer, { type, headers }: ResponseOptions, digest?: string): PreparedResponse =>
    preparePlain(bytes, headers ? cacheableHeaders({ ...common, ...headers }) : defaultHeaders, type, digest)

  const prepare = async (bytes: Buffer, options: ResponseOptions): Promise<PreparedResponse> => {
    if (bytes.length <= uncompressedBytesMax) return prepareAsIs(bytes, options)
    const { type, headers, isCompressed } = options
    const digest = await scheduler.runSteps('lists', digestInSteps(bytes))
    return isCompressed
      ? prepareAsIs(bytes, options, digest)
      : prepareResponse(bytes, { ...common, ...headers }, type, digest)
  }

  const isQueueFull = (address: string): boolean =>
    pending.size >= queueMax ||
    [...pending.values()].filter((other) => other.address === address).length >= queuePerAddressMax

  const getOrBuild: ResponseCache['getOrBuild'] = (key, address, body, options = {}) => {
    const hit = get(key)
    if (hit) return hit
    const isBuilt = Buffer.isBuffer(body)
    // A small body that is already built needs neither the queue nor the cache.
    if (isBuilt && body.length <= uncompressedBytesMax) return prepareAsIs(body, options)
    const running = pending.get(key)
    if (running) return running.build
    if (!isBuilt && isQueueFull(address)) return Promise.reject(listsBusy())
    const buildNow = async (): Promise<PreparedResponse> => {
      const content = Buffer.isBuffer(body) ? body : body()
      const bytes = Buffer.isBuffer(content) ? content : await scheduler.runSteps(address, content)
      const response = await prepare(bytes, options)
      store(key, response)
      return response
    }
    // A body that is already built skips the queue: it only has to be compressed, which other threads do.
    const build = (isBuilt ? buildNow() : lastBuild.then(buildNow)).finally(() => pending.delete(key))
    pending.set(key, { address, build })
    if (!isBuilt) lastBuild = build.catch(() => {})
    return build
  }

  return { get, getOrBuild }
}

/** Sends a response from the cache in a framework route; builds it first if necessary. */
export async function replyCached(
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  body: BodySource,
  options?: ResponseOptions,
): Promise<FastifyReply> {
  const { snapshot, admission } = request
  const response = await snapshot.responseCache.getOrBuild(key, admission.address, body, options)
  return replyWith(request, reply, response)
}
