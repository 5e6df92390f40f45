/** `GET /v1/search`: finds banks by name, initials, location or code, and tolerates typos. */
import type { FastifyInstance } from 'fastify'
import { countryInputPattern } from '../../directory/records/country-record.ts'
import { count } from '../../directory/records/json-schema.ts'
import { checkHas } from '../../directory/requests/bank-list-choice.ts'
import { queryCharactersMax, searchLimits } from '../../directory/requests/search-input.ts'
import type { CountedResults } from '../../directory/search/result-counts.ts'
import { facetCountsSchema, facetName, searchResultSchema } from '../../directory/search/search-schema.ts'
import { apiPaths } from '../api-paths.ts'
import { problem } from '../errors/problems.ts'
import { type Lookup, type LookupResponse, lookupOf } from '../lookups/lookup.ts'
import { whenReady } from '../lookups/when-ready.ts'
import { hasParameter, statusParameter, typeParameter } from '../parsers/bank-list-query.ts'
import { parseQuery, type QueryOf } from '../parsers/query-parameters.ts'
import { negotiatedResponse } from '../responses/one-off-response.ts'
import { replyWith } from '../responses/send-response.ts'

export const searchQuerySchema = {
  type: 'object',
  additionalProperties: false,
  required: ['q'],
  properties: {
    q: {
      type: 'string',
      maxLength: queryCharactersMax,
      description: 'Search text, for example what the user has typed so far',
      examples: ['acess'],
    },
    country: {
      type: 'string',
      pattern: countryInputPattern,
      description: 'Only banks in this country or region. Codes are then also found without their leading zeros',
      examples: ['ng'],
    },
    status: { ...statusParameter, default: 'any', description: 'Only banks with this status' },
    type: { ...typeParameter, description: 'Only banks of these types, separated by commas' },
    has: hasParameter,
    offset: { ...searchLimits.offset, description: 'Number of results to skip' },
    limit: { ...searchLimits.limit, description: 'Maximum number of results' },
    facets: {
      type: 'array',
      items: facetName,
      description: 'Count all results, and the results with each value of these fields, separated by commas',
    },
  },
} as const

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
    config: {
      problems: [
        'query_missing',
        'query_too_long',
        'country_malformed',
        'country_unsupported',
        'parameter_unknown',
        'parameter_malformed',
        'responses_busy',
      ],
    },
    handler: async (request, reply) =>
      replyWith(request, reply, await searchResponse(request.query, lookupOf(request))),
  })
}

const { properties: defaults } = searchQuerySchema

export type SearchParameters = QueryOf<typeof searchQuerySchema>

export function searchResponse(parameters: SearchParameters, lookup: Lookup): LookupResponse {
  const { request, address, snapshot, scheduler } = lookup
  const { q: query, country: input, type: types, has, facets } = parameters
  const {
    status = defaults.status.default,
    offset = defaults.offset.default,
    limit = defaults.limit.default,
  } = parameters
  if (query.trim() === '') throw problem('query_missing', {})
  const country = input === undefined ? undefined : snapshot.requireCountry(input)
  if (has !== undefined) checkHas(has, country, snapshot.directory.packed.schemes)
  const search = { text: query, country, status, types, has, offset, limit }
  return whenReady(snapshot.loadFinder(), (finder) => {
    const findBanks = function* (): Generator<void, FoundPage> {
      if (request.socket.destroyed) return { page: [] }
      return facets
        ? countBanks(yield* finder.countInSteps(search, facets))
        : { page: yield* finder.searchInSteps(search) }
    }
    return scheduler.runUninterrupted(address, findBanks()).then(({ page, counts }) => {
      const head = JSON.stringify({ query, country: country?.code ?? null, count: page.length, ...counts })
      const json = `${head.slice(0, -1)},"banks":[${page.join(',')}]}`
      return negotiatedResponse(request, json, snapshot.cacheableHeaders)
    })
  })
}

interface FoundPage {
  page: string[]
  /** The fields of the response that a request with `facets` adds. */
  counts?: object
}

const countBanks = ({ page, total, isTotalCapped, facets }: CountedResults): FoundPage => ({
  page,
  counts: { total, total_capped: isTotalCapped, facets },
})
