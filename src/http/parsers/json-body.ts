/** Parses request bodies as JSON, or as HTML forms where a route asks for it, with an error message for each kind of invalid body. */
import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { defaultExample, problem, quoted, unsupportedType } from '../errors/problems.ts'

/** Replaces the framework's parsers, so that every invalid body gets one of our own error messages. */
export function readBodiesAsJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    '*',
    { parseAs: 'buffer' },
    async ({ headers, routeOptions }: FastifyRequest, bytes: Buffer) =>
      routeOptions.config.isForm
        ? parseForm(headers['content-type'], bytes)
        : readJson(headers, bytes, routeOptions.config.example),
  )
}

function readJson(headers: IncomingHttpHeaders, bytes: Buffer, example?: string): unknown {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw problem('content_encoding_unsupported', { value: quoted(encoding) })
  }
  const type = headers['content-type']
  if (type !== undefined && !/^\s*application\/json\s*(;|$)/i.test(type)) {
    throw unsupportedType(type, false)
  }
  return parseJson(bytes, example)
}

/** Uses plain `JSON.parse`: `__proto__` is a field like any other, and if a field occurs twice, the last value wins. */
export function parseJson(bytes: Buffer, example = defaultExample): unknown {
  if (!isUtf8(bytes)) throw problem('body_not_utf8', {})
  const text = bytes.toString()
  try {
    // Skip a byte order mark, which some Windows tools write. RFC 8259 allows a parser to ignore it.
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    throw text.trim() === ''
      ? problem('body_missing', { example })
      : problem('body_not_json', { value: quoted(text), example })
  }
}

const formType = /^\s*application\/x-www-form-urlencoded\s*(;|$)/i

/** The fields by name; if a field occurs twice, the last value wins. */
export function parseForm(contentType: string | undefined, bytes: Buffer): ReadonlyMap<string, string> {
  if (contentType === undefined || !formType.test(contentType)) throw unsupportedType(contentType, true)
  if (!isUtf8(bytes)) throw problem('body_not_utf8', {}, {}, 'send the form encoded as UTF-8.')
  return new Map(new URLSearchParams(bytes.toString()))
}
