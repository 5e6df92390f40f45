/** Sends a response: picks the encoding, compares the ETag, and writes head and body. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AdmissionResult } from '../admission/admission-result.ts'
import { responsesBusy } from '../errors/problems.ts'
import { type Encoding, matchingEtag, pickEncoding } from './content-negotiation.ts'
import type { ResponseBudget } from './response-budget.ts'

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

/** Header fields as they are sent: `Name: value` and CRLF for each. */
export type HeaderLines = string

/** `headers`: names and values alternate. */
export function headerLines(headers: readonly string[]): HeaderLines {
  let lines = ''
  for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`
  return lines
}

/** Returns names and values, alternating. */
export const parseHeaderLines = (lines: HeaderLines): string[] => {
  const fields = lines.split('\r\n').slice(0, -1)
  return fields.flatMap((field) => {
    const colon = field.indexOf(': ')
    return [field.slice(0, colon), field.slice(colon + 2)]
  })
}

export type WriteHead = (response: ServerResponse, status: number, lines: HeaderLines) => void

export const writeHead: WriteHead = (response, status, lines) => {
  response.writeHead(status, parseHeaderLines(lines))
}

/**
 * Returns a function that writes the same head as Node. Node validates and copies each header of each response, which
 * takes a tenth of the time of a lookup; here they are valid and copied already. To skip that, the function sets the
 * property in which Node keeps the finished head, which is not documented; a test compares the bytes with those of Node.
 */
export function createHeadWriter({ keepAliveMs }: { keepAliveMs: number }): WriteHead {
  const connection = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n`
  const dateLine = createDateLine()
  return (response, status, lines) => {
    // Node closes the connection after this response, which takes more than the head.
    if (!response.shouldKeepAlive || status !== 200) writeHead(response, status, lines)
    else (response as FinishedHead)._header = `HTTP/1.1 200 OK\r\n${lines}${dateLine()}${connection}\r\n`
  }
}

type FinishedHead = ServerResponse & { _header: string }

/** Returns a function that returns the `Date` header. The text changes once a second. */
function createDateLine(): () => string {
  let second = 0
  let line = ''
  return () => {
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) {
      second = now
      line = `Date: ${new Date(now * 1000).toUTCString()}\r\n`
    }
    return line
  }
}
