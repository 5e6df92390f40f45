/**
 * `POST /v1/resolve`: finds the banks that an identifier belongs to. There is no GET, because account numbers do not
 * belong in URLs, which are logged.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { countryInputPattern } from '../../directory/records/country.ts'
import { resolveSchema, resultSizes } from '../../directory/resolve/result-schema.ts'
import { bankFields } from '../../directory/views/selected-fields.ts'
import type { Admission } from '../admission/admission.ts'
import { apiPaths } from '../api-paths.ts'
import { problem } from '../errors/problems.ts'
import { splitLists } from '../parsers/list-parameters.ts'
import type { RequestLimits } from '../request-limits.ts'
import { answerBatch, forbidStorage, isBatch, isGiven, itemsMax, reserveBytes } from '../responses/batch-response.ts'
import { bodyProblems } from './banks.ts'

const charactersMax = 100

const selectorSchema = {
  title: 'IdentifierSelector',
  type: 'object',
  properties: {
    // These properties have no type: the handler validates each value, so that one invalid value does not fail the
    // whole batch.
    identifier: {
      description: `One identifier, a string of up to ${charactersMax} characters`,
      examples: ['DE89 3704 0044 0532 0130 00'],
    },
    identifiers: {
      description: `Up to ${itemsMax} identifiers, instead of \`identifier\``,
      examples: [['058', 'COBADEFF']],
    },
    country: {
      type: ['string', 'null'],
      pattern: countryInputPattern,
      description: 'Country or region of the identifiers, if known',
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
        'Only these fields of each bank, separated by commas; `relation` and `since` are always included. Default: a summary',
    },
  },
} as const

interface ResolveRequest {
  Body: FromSchema<typeof selectorSchema> & { identifier?: unknown; identifiers?: unknown }
  Querystring: FromSchema<typeof querySchema>
}

export function resolveRoute(app: FastifyInstance, limits: RequestLimits, admission: Admission): void {
  app.post<ResolveRequest>(apiPaths.resolve, {
    bodyLimit: limits.batchBytes,
    preValidation: splitLists(querySchema),
    schema: {
      summary: 'Resolve identifiers',
      description: 'Finds the banks that hold an identifier, or says why it is invalid.',
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
      const { identifier, identifiers } = request.body
      const createResolver = await prepareResolver(request)
      forbidStorage(reply)
      if (isGiven(identifier) && isGiven(identifiers)) throw problem('identifier_twice', {})
      if (isGiven(identifiers)) {
        if (!isBatch(identifiers)) throw problem('identifiers_malformed', { limit: String(itemsMax) })
        const resolveOne = createResolver('batch')
        const toJson = (item: unknown) => (isValidIdentifier(item) ? resolveOne(item) : invalidIdentifierResult)
        return answerBatch(identifiers, toJson, { admission, request, reply })
      }
      if (identifier === undefined) throw problem('identifier_missing', {})
      if (!isValidIdentifier(identifier)) throw problem('identifier_malformed', { limit: String(charactersMax) })
      const result = await createResolver('single')(identifier)
      reserveBytes(request, reply, result.length)
      return result
    },
  })
}

type ResolveOne = (identifier: string) => string | Promise<string>

/** Reads the country and the fields of the request, and waits until the finder is loaded. */
async function prepareResolver(
  request: FastifyRequest<ResolveRequest>,
): Promise<(view: 'single' | 'batch') => ResolveOne> {
  const { body, snapshot, query, admission, server } = request
  const country = isGiven(body.country) ? snapshot.requireCountry(body.country as string) : undefined
  const finder = await snapshot.loadFinder()
  const fields = query.fields && bankFields.filter((field) => query.fields?.includes(field))
  return (view) => (identifier) =>
    server.scheduler.run(admission.address, () => finder.resolve(identifier, country, { fields, ...resultSizes[view] }))
}

const isValidIdentifier = (identifier: unknown): identifier is string =>
  typeof identifier === 'string' && identifier.trim() !== '' && identifier.length <= charactersMax

const invalidIdentifierResult = JSON.stringify({
  reading_count: 0,
  readings: [],
  message: `Not a string of 1 to ${charactersMax} characters; quote numbers so that leading zeros are not lost.`,
})
