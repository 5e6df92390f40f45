/**
 * Answers made ahead of the request: one text in every coding we send, with its headers, so that answering is picking
 * one and writing it.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AdmissionResult } from '../admission/admission.ts'
import { responsesBusy } from '../errors/problems.ts'
import { type Encoding, matchingTag, pickEncoding } from './content-negotiation.ts'
import type { ResponseBudget } from './response-budget.ts'

export interface PreparedResponse {
  /** Of the text, whatever the coding. */
  readonly digest: string
  readonly type: string
  readonly forms: Record<Encoding, Form>
  /** Whether many responses send these same bytes. */
  readonly isShared: boolean
  /** Headers of every form, and of 304. */
  readonly shared: readonly string[]
}

interface Form {
  readonly tag: string
  /** Names and values in turn: the form that `writeHead` takes without making a map of it. */
  readonly headers: readonly string[]
  readonly bytes: Buffer
  /** The same bytes as Latin-1 text, if they are few: Node then writes head and body in one go, without waiting. */
  readonly text: string | undefined
}

/** Node writes strings at once up to 16 KiB, the head included. */
const textBytesMax = 14 * 1024

/** Five minutes: a corrected code reaches everyone soon, and a page that loads twice asks once. */
const cacheControl = 'public, max-age=300'

const jsonType = 'application/json; charset=utf-8'

/** Compressed quickly; `improveBody` does better when there is time. `headers` may say otherwise than is usual. */
export async function prepareResponse(
  bytes: Buffer,
  headers: Record<string, string>,
  type = jsonType,
  digest?: string,
): Promise<PreparedResponse> {
  // On zlib's threads, while this one takes the digest.
  const compressed = Promise.all([compress(bytes, 'gzip', 1), compress(bytes, 'br', 1)])
  const body = prepareUncompressed(bytes, headers, type, digest)
  const [gzipped, brotli] = await compressed
  setForm(body, 'gzip', 1, gzipped)
  setForm(body, 'br', 1, brotli)
  return body
}

/** For a text that is sent once: compressed only in the coding that the request asks for, if it is worth it. */
export async function prepareFor(
  { headers }: IncomingMessage,
  bytes: Buffer,
  common: Record<string, string>,
): Promise<PreparedResponse> {
  const body = { ...prepareUncompressed(bytes, common), isShared: false }
  const coding = pickEncoding(headers['accept-encoding'])
  if (coding !== 'identity' && bytes.length > compressedBytesMin)
    setForm(body, coding, 1, await compress(bytes, coding, 1))
  return body
}

/** Compressing less costs more than the bytes that it saves. */
const compressedBytesMin = 16 * 1024

export async function recompress(body: PreparedResponse): Promise<void> {
  for (const coding of ['br', 'gzip'] as const) {
    setForm(body, coding, 9, await compress(body.forms.identity.bytes, coding, 9))
  }
}

/** `visit` has the headers that belong to this request alone. False if the budget has no room, and nothing is sent. */
export function sendPrepared(
  request: IncomingMessage,
  response: ServerResponse,
  body: PreparedResponse,
  visit: Pick<AdmissionResult, 'address' | 'headers'>,
  budget: ResponseBudget,
): boolean {
  const form = body.forms[pickEncoding(request.headers['accept-encoding'])]
  const condition = request.headers['if-none-match']
  if (condition !== undefined && request.method !== 'POST') {
    const tag = matchingTag(condition, form.tag)
    if (tag !== undefined) {
      response.writeHead(304, ['ETag', tag, ...body.shared, ...visit.headers]).end()
      return true
    }
  }
  if (!budget.reserve(response, visit.address, form.bytes.length, body.isShared)) return false
  response.writeHead(200, form.headers.concat(visit.headers))
  if (form.text === undefined) response.end(form.bytes)
  else response.end(form.text, 'latin1')
  return true
}

/** The framework's way to the same bytes. */
export function replyPrepared(request: FastifyRequest, reply: FastifyReply, body: PreparedResponse): FastifyReply {
  if (!sendPrepared(request.raw, reply.raw, body, request.visit, request.server.responseBudget)) throw responsesBusy()
  reply.hijack()
  return reply
}

/** In every coding the plain text, until better forms are set. */
export function prepareUncompressed(
  bytes: Buffer,
  headers: Record<string, string>,
  type = jsonType,
  digest = createHash('sha256').update(bytes).digest('hex').slice(0, digestLength),
): PreparedResponse {
  const shared = Object.entries({ 'Cache-Control': cacheControl, Vary: 'Accept-Encoding', ...headers }).flat()
  const plain = formOf(bytes, `"${digest}"`, ['Content-Type', type], shared)
  return { digest, type, shared, isShared: true, forms: { identity: plain, gzip: plain, br: plain } }
}

const digestLength = 16

/** The digest of a large body takes some milliseconds: in steps, requests can be served in between. */
export function* digestOf(bytes: Buffer): Generator<void, string> {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += digestBytesPerStep) {
    hash.update(bytes.subarray(at, at + digestBytesPerStep))
    yield
  }
  return hash.digest('hex').slice(0, digestLength)
}

const digestBytesPerStep = 512 * 1024

/** The tag names coding and level: a strong tag promises the very same bytes. */
function setForm(body: PreparedResponse, coding: Encoding, level: number, bytes: Buffer): void {
  const tag = `"${body.digest}-${coding}${level}"`
  body.forms[coding] = formOf(bytes, tag, ['Content-Type', body.type, 'Content-Encoding', coding], body.shared)
}

function formOf(bytes: Buffer, tag: string, own: string[], shared: readonly string[]): Form {
  const text = bytes.length <= textBytesMax ? bytes.toString('latin1') : undefined
  return {
    tag,
    bytes,
    text,
    headers: [...own, 'Content-Length', String(bytes.length), 'ETag', tag, ...shared],
  }
}

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

function compress(bytes: Buffer, coding: Exclude<Encoding, 'identity'>, level: number): Promise<Buffer> {
  // Room for the whole result at once: every further piece is a round trip to the thread.
  const chunkSize = Math.max(1024, bytes.length >> 2)
  if (coding === 'gzip') return gzipAsync(bytes, { level, chunkSize })
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_SIZE_HINT: sizeHint } = constants
  return brotliAsync(bytes, { chunkSize, params: { [quality]: level, [sizeHint]: bytes.length } })
}
