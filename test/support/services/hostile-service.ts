/**
 * A service that attacks its clients: the command line, the TypeScript client and the elements for web pages. Its responses
 * fit the schemas with escape sequences and markup as texts, have wrong shapes, or do not end.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { TestContext } from 'node:test'
import { createGzip } from 'node:zlib'
import { checkedAccountSchema } from '../../../src/directory/accounts/check/account-check-schema.ts'
import { branchPageSchema } from '../../../src/directory/branches/branch-page.ts'
import { accountRequirementsSchema } from '../../../src/directory/records/account-requirements-record.ts'
import { bankDetailSchema } from '../../../src/directory/records/bank-record.ts'
import { bankListSchema, supportedCountriesSchema } from '../../../src/directory/records/list-schemas.ts'
import { resolveSchema } from '../../../src/directory/resolve/resolve-schema.ts'
import { searchResultSchema } from '../../../src/directory/search/search-schema.ts'
import { changesSchema } from '../../../src/http/routes/changes-route.ts'
import { recordSchema } from '../../../src/http/routes/create-record-route.ts'
import { descriptorSchema } from '../../../src/http/snapshot/service-descriptor.ts'

/** Sets a window title, clears the screen, changes colours and the text direction, and adds a line. */
export const escapeText =
  'Bank\u001B]0;title\u0007\u001B[2J\u001B[31m\u009B31m\u202Eevil\u2066\u200F\u2028\r\nforged line'
/** Runs a script if a page inserts it as markup, as an attribute or as an address. */
export const markupText = `"'><img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script>`

type Schema = Readonly<Record<string, unknown>>

const [resolvedSchema, resolvedBatchSchema] = resolveSchema.oneOf

/** The schemas of the responses, by the start of the path. The first that fits counts. */
const responseSchemas: readonly [path: string, schema: Schema][] = [
  ['/v1/supported-countries', supportedCountriesSchema],
  ['/v1/banks/', bankDetailSchema],
  ['/v1/banks', bankListSchema],
  ['/v1/search', searchResultSchema],
  ['/v1/branches', branchPageSchema],
  ['/v1/resolve', resolvedSchema],
  ['/v1/account-requirements', accountRequirementsSchema],
  ['/v1/accounts/check', checkedAccountSchema],
  ['/v1/changes', changesSchema],
  ['/index.php', recordSchema],
  ['/', descriptorSchema],
]

/** Values for the strings whose schemas have a pattern. */
const patternValues: Readonly<Record<string, string>> = {
  '^[A-Z]{2}$': 'NG',
  '^[A-Z]{3}$': 'NGN',
  '^[A-Z]{3,4}$': 'SEPA',
  '^\\^.+\\$$': '^.$',
  '^[a-z]{2}(-[a-z0-9]+)+$': 'ng-bank',
}

/** Returns a value that fits the schema of the response, in which every free text is `text`. */
export function hostileBody(path: string, text: string): unknown {
  const [, schema] = responseSchemas.find(([start]) => path.startsWith(start)) as [string, Schema]
  return sampleOf(schema, text)
}

/** The response to a batch of identifiers. */
export const hostileBatch = (text: string): unknown => sampleOf(resolvedBatchSchema, text)

function sampleOf(schema: Schema, text: string): unknown {
  const { enum: values, type, pattern, items, properties = {}, additionalProperties: extra, minItems = 1 } = schema
  const [variant] = (schema.anyOf ?? schema.oneOf ?? []) as Schema[]
  if (variant) return sampleOf(variant, text)
  if ('const' in schema) return schema.const
  if (Array.isArray(values)) return values[0]
  const types = [type].flat()
  if (types.includes('string')) {
    if (pattern === undefined && schema.format === undefined) return text
    return patternValues[String(pattern)] ?? (types.includes('null') ? null : '2026-11-01')
  }
  if (types.includes('array')) return Array(minItems as number).fill(sampleOf(items as Schema, text))
  if (types.includes('boolean')) return true
  if (types.includes('integer')) return 1
  const fields = Object.entries(properties as Record<string, Schema>).map(([name, inner]) => [
    name,
    sampleOf(inner, text),
  ])
  // The command line looks up the country of a list among the countries.
  if (schema.title === 'BankList') fields.push(['country', 'NG'])
  if (typeof extra === 'object') fields.push(['ng_cbn', sampleOf(extra as Schema, text)])
  return Object.fromEntries(fields)
}

export type Hostility = (response: ServerResponse, path: string) => void

/** Sends a JSON text. */
export const sendJson =
  (json: string, status = 200, headers: Record<string, string> = {}): Hostility =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(json)

/** Sends a JSON string that does not end. */
function* endlessJson(): Generator<Buffer> {
  yield Buffer.from('{"banks":["')
  const piece = Buffer.alloc(1 << 16, 'a')
  for (;;) yield piece
}

/** The client ends the connection, so the pipeline fails. */
const sendEndless = (response: ServerResponse, ...through: NodeJS.ReadWriteStream[]): void =>
  void pipeline([Readable.from(endlessJson()), ...through, response]).catch(() => undefined)

/** What the service sends instead of a proper response. */
export const hostilities = {
  'escape sequences': (response, path) => sendJson(JSON.stringify(hostileBody(path, escapeText)))(response, path),
  markup: (response, path) => sendJson(JSON.stringify(hostileBody(path, markupText)))(response, path),
  'an error with escape sequences': sendJson(JSON.stringify({ code: 'x', detail: escapeText }), 400, {
    'error-code': 'x',
  }),
  'a long error': sendJson(JSON.stringify({ code: 'x', detail: 'x'.repeat(1e6) }), 400, { 'error-code': 'x' }),
  'an error that is an object': sendJson('{"code":{"toString":1},"detail":{},"message":[]}', 400),
  'no JSON': sendJson(`<html>${escapeText}`),
  null: sendJson('null'),
  'an empty object': sendJson('{}'),
  'a list': sendJson('[1]'),
  'prototype keys': sendJson('{"__proto__":{"polluted":1},"banks":[{"__proto__":{"polluted":1}}],"count":1}'),
  'a redirect to itself': (response, path) => void response.writeHead(302, { location: path }).end(),
  'a response without end': (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    sendEndless(response)
  },
  'a gzip bomb': (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    sendEndless(response, createGzip({ level: 9 }))
  },
  'an error without end': (response) => {
    response.writeHead(400, { 'content-type': 'application/json', 'error-code': 'x' })
    sendEndless(response)
  },
  'half a response': (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).write('{"banks":['),
  'no response': () => undefined,
} as const satisfies Record<string, Hostility>

export interface HostileService {
  url: string
  /** Method and path of every request so far. */
  requests: string[]
  hostility: Hostility
}

/** `hostility` can be changed later. */
export async function startHostileService(
  t: Pick<TestContext, 'after'>,
  hostility: Hostility,
): Promise<HostileService> {
  const service: HostileService = { url: '', requests: [], hostility }
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    request.resume()
    const { method, url: path = '/' } = request
    service.requests.push(`${method} ${path}`)
    // Pages of other origins may read it.
    for (const name of ['Allow-Origin', 'Allow-Headers', 'Expose-Headers'])
      response.setHeader(`Access-Control-${name}`, '*')
    if (method === 'OPTIONS') response.writeHead(204).end()
    else service.hostility(response, path)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return service
}
