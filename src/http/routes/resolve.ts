/** Resolves identifiers to banks, or says why they are invalid. POST only: account numbers do not belong in URLs or logs. */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { countryInputPattern } from '../../directory/records/country.ts'
import { resolveSchema, resultSizes } from '../../directory/resolve/result-schema.ts'
import { bankFields } from '../../directory/views/selected-fields.ts'
import type { Admission } from '../admission/admission.ts'
import { problem, responsesBusy } from '../errors/problems.ts'
import { splitLists } from '../parsers/list-parameters.ts'
import { chargeRequest } from '../request-hooks.ts'
import type { RequestLimits } from '../server.ts'
import { bodyProblems } from './banks.ts'

const identifiersMax = 1_000
const charactersMax = 100
/** Identifiers of a batch that count as one request. */
export const identifiersPerRequest = 20
/** A batch is written in pieces of about this size, the next one when the client has read the one before. */
const pieceCharacters = 32 * 1024

const selectorSchema = {
  title: 'IdentifierSelector',
  type: 'object',
  properties: {
    // Their values are validated one by one, so that one bad identifier does not fail the others.
    identifier: {
      description: `One identifier, a text of up to ${charactersMax} characters`,
      examples: ['DE89 3704 0044 0532 0130 00'],
    },
    identifiers: {
      description: `Up to ${identifiersMax} identifiers instead of one`,
      examples: [['058', 'COBADEFF']],
    },
    country: {
      type: ['string', 'null'],
      pattern: countryInputPattern,
      description: 'The country or region of the identifiers, if known',
      examples: ['ng'],
    },
  },
} as const

const querySchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    fields: {
      type: 'array',
      items: { enum: bankFields },
      description:
        'Only these fields of a bank, separated by commas, and `relation` and `since`; a summary unless given',
    },
  },
} as const

type ResolveRequest = { Body: FromSchema<typeof selectorSchema>; Querystring: FromSchema<typeof querySchema> }

export function resolveRoute(app: FastifyInstance, limits: RequestLimits, door: Admission): void {
  app.post<ResolveRequest>('/v1/resolve', {
    bodyLimit: limits.batchBytes,
    preValidation: splitLists(querySchema),
    schema: {
      summary: 'The banks that hold an identifier, or why it is invalid',
      querystring: querySchema,
      body: selectorSchema,
      response: { 200: resolveSchema },
    },
    config: {
      example: '{"identifier":"058"}',
      problems: [
        'identifier_missing',
        'identifier_twice',
        'identifier_malformed',
        'identifiers_malformed',
        'country_malformed',
        'country_unsupported',
        'parameter_unknown',
        'parameter_malformed',
        'batch_limited',
        'responses_busy',
        ...bodyProblems,
      ],
    },
    handler: async (request, reply) => {
      const {
        body,
        edition: { countryOf, finding },
        query: { fields },
        visit: { address },
        server: { scheduler },
      } = request
      const { identifier, identifiers } = body as { identifier?: unknown; identifiers?: unknown }
      const country = isGiven(body.country) ? countryOf(body.country as string) : undefined
      const finder = await finding()
      const chosen = fields && bankFields.filter((field) => fields.includes(field))
      const resolverOf =
        (form: 'single' | 'batch'): ResolveOne =>
        (text) =>
          scheduler.run(address, () => finder.resolve(text, country, { fields: chosen, ...resultSizes[form] }))
      // No cache in between may store account numbers.
      reply.header('Cache-Control', 'no-store').type('application/json; charset=utf-8')
      if (isGiven(identifier) && isGiven(identifiers)) throw problem('identifier_twice', {})
      if (isGiven(identifiers)) {
        const all = checkIdentifiers(identifiers)
        await chargeRequest(door, Math.ceil(all.length / identifiersPerRequest) - 1, request, reply)
        if (!request.server.responseBudget.reserve(reply.raw, address, 2 * pieceCharacters)) throw responsesBusy()
        const pieces = resolveAll(resolverOf('batch'), all)
        // The result of a small batch is one piece, which can be sent with its length.
        const { value: first, done } = await pieces.next()
        return done ? first : Readable.from(startWith(first, pieces), { highWaterMark: 1 })
      }
      if (identifier === undefined) throw problem('identifier_missing', {})
      if (!isReadable(identifier)) throw problem('identifier_malformed', { limit: String(charactersMax) })
      const result = await resolverOf('single')(identifier)
      if (!request.server.responseBudget.reserve(reply.raw, address, result.length)) throw responsesBusy()
      return result
    },
  })
}

/** Some clients write null for what they leave out. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null

function checkIdentifiers(identifiers: unknown): unknown[] {
  if (Array.isArray(identifiers) && identifiers.length > 0 && identifiers.length <= identifiersMax) return identifiers
  throw problem('identifiers_malformed', { limit: String(identifiersMax) })
}

type ResolveOne = (identifier: string) => string | Promise<string>

/**
 * The response in pieces; the generator returns the last one. The next one is made when the stream asks for it, so an unread
 * response takes no memory.
 */
async function* resolveAll(
  resolveOne: ResolveOne,
  identifiers: readonly unknown[],
): AsyncGenerator<string, string, undefined> {
  let piece = '{"results":['
  for (const [at, identifier] of identifiers.entries()) {
    if (at > 0) piece += ','
    piece += isReadable(identifier) ? await resolveOne(identifier) : unreadable
    if (piece.length < pieceCharacters) continue
    yield piece
    piece = ''
  }
  return `${piece}]}`
}

async function* startWith(first: string, rest: AsyncGenerator<string, string, undefined>): AsyncGenerator<string> {
  yield first
  yield yield* rest
}

const isReadable = (identifier: unknown): identifier is string =>
  typeof identifier === 'string' && identifier.trim() !== '' && identifier.length <= charactersMax

const unreadable = JSON.stringify({
  reading_count: 0,
  readings: [],
  message: `This is not a string of 1 to ${charactersMax} characters. Send a string, so that leading zeros are not lost.`,
})
