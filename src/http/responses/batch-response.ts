/** Answers a batch of items one by one: charged by its size, built in chunks, and held in memory one chunk at a time. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { batchCost } from '../../directory/resolve/batch-cost.ts'
import type { Admission } from '../admission/admission.ts'
import { responsesBusy } from '../errors/problems.ts'
import { chargeRequest } from '../request-hooks.ts'

/** Maximum number of items in a batch. */
export const itemsMax = 1_000
/** Approximate chunk size of a batch response. Each chunk is built once the client has read the previous one. */
const chunkCharacters = 32 * 1024

/** Returns the JSON of the result for one item. */
export type ItemToJson = (item: unknown) => string | Promise<string>

/** Charges the batch to the caller's quota, and returns the response. Throws if the quota or the memory is used up. */
export async function answerBatch(
  items: readonly unknown[],
  toJson: ItemToJson,
  { admission, request, reply }: { admission: Admission; request: FastifyRequest; reply: FastifyReply },
): Promise<string | Readable> {
  await chargeRequest(admission, batchCost(items) - 1, request, reply)
  reserveBytes(request, reply, 2 * chunkCharacters)
  return streamBatch(items, toJson)
}

/** Account numbers are personal data, so no cache may store the response. */
export const forbidStorage = (reply: FastifyReply): FastifyReply =>
  reply.header('Cache-Control', 'no-store').type('application/json; charset=utf-8')

export function reserveBytes({ server, admission }: FastifyRequest, reply: FastifyReply, bytes: number): void {
  if (!server.responseBudget.reserve(reply.raw, admission.address, bytes)) throw responsesBusy()
}

export const isBatch = (items: unknown): items is unknown[] =>
  Array.isArray(items) && items.length > 0 && items.length <= itemsMax

/**
 * Returns the response to a small batch as one string, which is sent with a Content-Length, and the response to a
 * larger batch as a stream.
 */
async function streamBatch(items: readonly unknown[], toJson: ItemToJson): Promise<string | Readable> {
  const chunks = buildInChunks(items, toJson)
  const { value: first, done } = await chunks.next()
  return done ? first : Readable.from(startWith(first, chunks), { highWaterMark: 1 })
}

/**
 * Builds the response in chunks; the generator returns the last one. Each chunk is built when the stream needs it, so a
 * response that the client does not read takes little memory.
 */
async function* buildInChunks(
  items: readonly unknown[],
  toJson: ItemToJson,
): AsyncGenerator<string, string, undefined> {
  let chunk = '{"results":['
  for (const [at, item] of items.entries()) {
    if (at > 0) chunk += ','
    chunk += await toJson(item)
    if (chunk.length < chunkCharacters) continue
    yield chunk
    chunk = ''
  }
  return `${chunk}]}`
}

async function* startWith(first: string, rest: AsyncGenerator<string, string, undefined>): AsyncGenerator<string> {
  yield first
  yield yield* rest
}
