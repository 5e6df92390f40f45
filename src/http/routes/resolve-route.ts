/**
 * `POST /v1/resolve`: finds the banks that an identifier belongs to. There is no GET, because account numbers do not
 * belong in URLs, which are logged.
 */
import type { FastifyInstance } from 'fastify'
import { identifierCharactersMax, isValidIdentifier } from '../../directory/requests/parameters.ts'
import { isGiven } from '../../directory/requests/values.ts'
import { batchCost } from '../../directory/resolve/batch-cost.ts'
import { resolveSchema } from '../../directory/resolve/resolve-schema.ts'
import type { Admission } from '../admission/admission.ts'
import { apiPaths } from '../api-paths.ts'
import { bodyProblems, optionalCountryProblems, problem, queryProblems } from '../errors/problems.ts'
import { lookupOf } from '../lookups/lookup.ts'
import {
  findNumbers,
  type IdentifierSelector,
  identifierSelectorSchema,
  prepareResolver,
  publishedSelectorSchema,
  type ResolveParameters,
  resolveQuerySchema,
  resolveResponse,
} from '../lookups/resolve-lookup.ts'
import { parseQuery } from '../parsers/query-parameters.ts'
import { chargeRequest } from '../request-hooks.ts'
import type { RequestLimits } from '../request-limits.ts'
import { answerBatch, forbidStorage, isBatch, itemsMax, reserveBytes } from '../responses/batch-response.ts'
import { replyWith } from '../responses/send-response.ts'

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
      description:
        'Finds the banks that hold an identifier, or says why it is invalid. Reads the name of a bank with a number, too, and finds the numbers in a text.',
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
        'kinds_malformed',
        'text_malformed',
        'batch_limited',
        'field_malformed',
        ...optionalCountryProblems,
        ...queryProblems,
        ...bodyProblems,
      ],
    },
    handler: async (request, reply) => {
      const { body, query } = request
      const { identifier, identifiers, text } = body
      if (isGiven(text)) {
        if (isGiven(identifier) || isGiven(identifiers)) throw problem('identifier_twice', {})
        forbidStorage(reply)
        const json = await findNumbers(body, query, lookupOf(request), (items) =>
          chargeRequest(admission, Math.max(batchCost(items), 1) - 1, request, reply),
        )
        reserveBytes(request, reply, json.length)
        return json
      }
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

const invalidIdentifierResult = JSON.stringify({
  reading_count: 0,
  readings: [],
  message: `Not a string of 1 to ${identifierCharactersMax} characters; quote numbers so that leading zeros are not lost.`,
})
