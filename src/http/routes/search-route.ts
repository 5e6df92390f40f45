/** `GET /v1/search`: finds banks by name, initials, location or code, and tolerates typos. */
import type { FastifyInstance } from 'fastify'
import { count } from '../../directory/records/json-schema.ts'
import { facetCountsSchema, searchResultSchema } from '../../directory/search/search-schema.ts'
import { apiPaths } from '../api-paths.ts'
import { optionalCountryProblems, queryProblems } from '../errors/problems.ts'
import { lookupOf } from '../lookups/lookup.ts'
import { type SearchParameters, searchQuerySchema, searchResponse } from '../lookups/search-lookup.ts'
import { parseQuery } from '../parsers/query-parameters.ts'
import { replyWith } from '../responses/send-response.ts'

export const searchSchema = {
  ...searchResultSchema,
  properties: {
    ...searchResultSchema.properties,
    total: count('Number of banks on all pages, if the request has `facets`'),
    total_capped: {
      type: 'boolean',
      description: 'Whether the search stopped early, so that `total` and `facets` may be too low',
    },
    facets: facetCountsSchema,
  },
} as const

export function searchRoute(app: FastifyInstance): void {
  app.get<{ Querystring: SearchParameters }>(apiPaths.search, {
    preValidation: parseQuery(searchQuerySchema),
    schema: {
      operationId: 'searchBanks',
      tags: ['Banks'],
      summary: 'Search banks',
      description: 'Finds banks by name, initials, city or code, and tolerates typos.',
      querystring: searchQuerySchema,
      response: { 200: searchSchema },
    },
    config: { problems: ['query_missing', 'query_too_long', ...optionalCountryProblems, ...queryProblems] },
    handler: async (request, reply) =>
      replyWith(request, reply, await searchResponse(request.query, lookupOf(request))),
  })
}
