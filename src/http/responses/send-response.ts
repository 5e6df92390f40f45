/** Sends a response: picks the encoding, compares the ETag, and writes head and body. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AdmissionResult } from '../admission/admission-result.ts'
import { responsesBusy } from '../errors/problems.ts'
import { type Encoding, matchingEtag, pickEncoding } from './content-negotiation.ts'
import type { ResponseBudget } from './response-budget.ts'
import { type HeaderLines, headerLines, type WriteHead, writeHead } from './response-head.ts'

export interface SendableResponse {
  readonly encodings: Readonly<Record<Encoding, ResponseBody>>
  /** Whether many responses send the same bytes. */
  readonly isShared: boolean
  /** Headers sent with every encoding and with a 304 response. */
  readonly sharedHeaders: HeaderLines
}

export interface ResponseBody {
  /** Undefined if no cache may store the response. */
  readonly etag: string | undefined
  readonly headers: HeaderLines
  readonly byteLength: number
  /** A small body is a string: Node writes a string together with the head, in one system call. */
  readonly content: Buffer | string
  /** How Node encodes the string. In Latin-1, each character is one byte of the body. */
  readonly charset: 'latin1' | 'utf8'
}

export interface SendOptions {
  admission: Pick<AdmissionResult, 'address' | 'headers'>
  budget: ResponseBudget
  writeHead: WriteHead
}

/**
 * Sends the response with the rate-limit headers of this request. Returns false if too many response bytes are already
 * waiting for clients to read them (`budget`).
 */
export function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  { encodings, isShared, sharedHeaders }: SendableResponse,
  { admission, budget, writeHead }: SendOptions,
): boolean {
  const body = encodings[pickEncoding(request.headers['accept-encoding'])]
  const ifNoneMatch = request.headers['if-none-match']
  if (ifNoneMatch !== undefined && body.etag !== undefined && request.method !== 'POST') {
    const etag = matchingEtag(ifNoneMatch, body.etag)
    if (etag !== undefined) {
      writeHead(response, 304, `ETag: ${etag}\r\n${sharedHeaders}${headerLines(admission.headers)}`)
      response.end()
      return true
    }
  }
  if (!budget.reserve(response, admission.address, body.byteLength, isShared)) return false
  writeHead(response, 200, body.headers + headerLines(admission.headers))
  response.end(body.content, body.charset)
  return true
}

/** Sends a response from a framework route. */
export function replyWith(request: FastifyRequest, reply: FastifyReply, sendable: SendableResponse): FastifyReply {
  const { raw, admission, server } = request
  const options = { admission, budget: server.responseBudget, writeHead }
  if (!sendResponse(raw, reply.raw, sendable, options)) throw responsesBusy()
  reply.hijack()
  return reply
}
