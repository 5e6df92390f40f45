/** Reads a request's body as JSON: what may be sent, and what is said of anything else. */
import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem, quoted } from '../errors/problems.ts'

/** Ours instead of the framework's: any content type reaches it, so that each gets its own sentence. */
export function readBodiesAsJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    '*',
    { parseAs: 'buffer' },
    async ({ headers, routeOptions }: FastifyRequest, bytes: Buffer) =>
      readJson(headers, bytes, routeOptions.config.example),
  )
}

function readJson(headers: IncomingHttpHeaders, bytes: Buffer, example?: string): unknown {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw problem('content_encoding_unsupported', { value: quoted(encoding) })
  }
  const type = headers['content-type']
  if (type !== undefined && !/^\s*application\/json\s*(;|$)/i.test(type)) {
    throw problem('content_type_unsupported', { value: quoted(type) })
  }
  return parseJson(bytes, example)
}

/** What a body looks like where the route names no other. */
export const usualExample = '{"country":"ng"}'

/** Plain `JSON.parse`: a field named `__proto__` is a field like any other, and of two of one name the last counts. */
export function parseJson(bytes: Buffer, example = usualExample): unknown {
  if (!isUtf8(bytes)) throw problem('body_not_utf8', {})
  const text = bytes.toString()
  try {
    // Some Windows tools put a byte order mark in front; RFC 8259 lets a reader pass over it.
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    throw text.trim() === ''
      ? problem('body_missing', { example })
      : problem('body_not_json', { value: quoted(text), example })
  }
}
