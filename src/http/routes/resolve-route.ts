/**
 * `POST /v1/resolve`: finds the banks that an identifier belongs to. There is no GET, because account numbers do not
 * belong in URLs, which are logged.
 */
import type { FastifyInstance } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { countryInputPattern } from '../../directory/records/country-record.ts'
import { closedEnum } from '../../directory/records/json-schema.ts'
import {
  identifierCharactersMax,
  isValidIdentifier,
  readIdentifier,
} from '../../directory/requests/identifier-input.ts'
import { isGiven } from '../../directory/requests/lookup-error.ts'
import { resolveSchema, resultSizes } from '../../directory/resolve/resolve-schema.ts'
import { bankFields } from '../../directory/views/selected-fields.ts'
import type { Admission } from '../admission/admission.ts'
import { apiPaths } from '../api-paths.ts'
import { problem } from '../errors/problems.ts'
import { type Lookup, type LookupResponse, lookupOf } from '../lookups/lookup.ts'
import { whenReady } from '../lookups/when-ready.ts'
import { parseQuery } from '../parsers/query-parameters.ts'
import type { RequestLimits } from '../request-limits.ts'
import { answerBatch, forbidStorage, isBatch, itemsMax } from '../responses/batch-response.ts'
import { privateResponse } from '../responses/one-off-response.ts'
import { replyWith } from '../responses/send-response.ts'
import { bodyProblems } from './banks-route.ts'

export const identifierSelectorSchema = {
  title: 'IdentifierSelector',
  type: 'object',
  properties: {
    // These properties have no type: the handler validates each value, so that one invalid value does not fail the
    // whole batch.
    identifier: {
      description: `One identifier, a string of up to ${identifierCharactersMax} characters`,
      examples: ['DE89 3704 0044 0532 0130 00'],
    },
    identifiers: {
      description: `Up to ${itemsMax} identifiers, instead of \`identifier\``,
      examples: [['058', 'COBADEFF']],
    },
    country: {
      type: ['string', 'null'],
      pattern: countryInputPattern,
      description: 'Country or region of the identifiers, if known. With it, missing leading zeros of codes are added',
      examples: ['ng'],
    },
  },
} as const

/** What a body must contain, as the handler checks it. */
const publishedSelectorSchema = {
  ...identifierSelectorSchema,
  properties: {
    identifier: {
      ...identifierSelectorSchema.properties.identifier,
      type: 'string',
      minLength: 1,
      maxLength: identifierCharactersMax,
    },
    identifiers: {
      ...identifierSelectorSchema.properties.identifiers,
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      maxItems: itemsMax,
    },
    country: identifierSelectorSchema.properties.country,
  },
} as const

export const resolveQuerySchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    fields: {
      type: 'array',
      items: closedEnum('BankFieldName', bankFields),
      description:
        'Only these fields of each bank, separated by commas; `relation` and `since` are always included. Default: a summary',
    },
  },
} as const

interface ResolveRequest {
  Body: IdentifierSelector
  Querystring: ResolveParameters
}

export function resolveRoute(app: FastifyInstance, limits: RequestLimits, admission: Admission): void {
  app.post<ResolveRequest>(apiPaths.resolve, {
    bodyLimit: limits.batchBytes,
    preValidation: parseQuery(resolveQuerySchema),
    schema: {
      operationId: 'resolveIdentifiers',
      tags: ['Identifiers'],
      summary: 'Resolve identifiers',
      description: 'Finds the banks that hold an identifier, or says why it is invalid.',
      querystring: resolveQuerySchema,
      body: identifierSelectorSchema,
      response: { 200: resolveSchema },
    },
    config: {
      isUncached: true,
      example: '{"identifier":"058"}',
      publishedBody: publishedSelectorSchema,
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
      const { body, query } = request
      const { identifier, identifiers } = body
      if (!isGiven(identifiers)) return replyWith(request, reply, await resolveResponse(body, query, lookupOf(request)))
      const resolveOne = await prepareResolver(body, query, lookupOf(request), 'batch')
      forbidStorage(reply)
      if (isGiven(identifier)) throw problem('identifier_twice', {})
      if (!isBatch(identifiers)) throw problem('identifiers_malformed', { limit: String(itemsMax) })
      const toJson = (item: unknown) => (isValidIdentifier(item) ? resolveOne(item) : invalidIdentifierResult)
      return answerBatch(identifiers, toJson, { admission, request, reply })
    },
  })
}

export type IdentifierSelector = FromSchema<typeof identifierSelectorSchema> & {
  identifier?: unknown
  identifiers?: unknown
}
export type ResolveParameters = FromSchema<typeof resolveQuerySchema>

/** Returns the response to a request with a single identifier. */
export function resolveResponse(
  selector: IdentifierSelector,
  parameters: ResolveParameters,
  lookup: Lookup,
): LookupResponse {
  return whenReady(prepareResolver(selector, parameters, lookup, 'single'), (resolveOne) => {
    const { identifier } = selector
    if (identifier === undefined) throw problem('identifier_missing', {})
    return whenReady(resolveOne(readIdentifier(identifier)), (json) =>
      // Account numbers are personal data, so no cache may store the response.
      privateResponse(json, `${lookup.snapshot.commonHeaders}X-Request-Id: ${lookup.requestId()}\r\n`),
    )
  })
}

type ResolveOne = (identifier: string) => string | Promise<string>

/** Reads the country and the fields of the request, and waits until the finder is loaded. */
function prepareResolver(
  { country: input }: IdentifierSelector,
  parameters: ResolveParameters,
  { snapshot, scheduler, address }: Lookup,
  view: 'single' | 'batch',
): ResolveOne | Promise<ResolveOne> {
  const country = isGiven(input) ? snapshot.requireCountry(input as string) : undefined
  const fields = parameters.fields && bankFields.filter((field) => parameters.fields?.includes(field))
  return whenReady(
    snapshot.loadFinder(),
    (finder) => (identifier) =>
      scheduler.run(address, () => finder.resolve(identifier, country, { fields, ...resultSizes[view] })),
  )
}

const invalidIdentifierResult = JSON.stringify({
  reading_count: 0,
  readings: [],
  message: `Not a string of 1 to ${identifierCharactersMax} characters; quote numbers so that leading zeros are not lost.`,
})
