/** `GET /v1/search`: finds banks by name, initials, location or code, and tolerates typos. */
import type { FastifyInstance } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { bankDetailSchema, bankSchema } from '../../directory/records/bank.ts'
import { countryInputPattern } from '../../directory/records/country.ts'
import { nullable, objectSchema } from '../../directory/records/json-schema.ts'
import { highlightFields } from '../../directory/search/highlight-fields.ts'
import { apiPaths } from '../api-paths.ts'
import { problem, quoted } from '../errors/problems.ts'
import { type Lookup, type LookupResponse, lookupOf } from '../lookups/lookup.ts'
import { whenReady } from '../lookups/when-ready.ts'
import { statusParameter, typeParameter } from '../parsers/bank-list-query.ts'
import { splitLists } from '../parsers/list-parameters.ts'
import { negotiatedResponse } from '../responses/one-off-response.ts'
import { replyWith } from '../responses/send-response.ts'

const limit = { min: 1, max: 100, byDefault: 10 }
/**
 * Higher offsets are rejected. They would be expensive, because the search has to rank all banks on the earlier pages
 * too, and people do not read that far.
 */
const offset = { min: 0, max: 1_000, byDefault: 0 }
const queryCharactersMax = 100

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
      description: 'Only banks in this country or region',
      examples: ['ng'],
    },
    status: { ...statusParameter, description: 'Only banks with this status. Default: `any`' },
    type: { ...typeParameter, description: 'Only banks of these types, separated by commas' },
    offset: {
      type: 'string',
      description: `Number of results to skip, ${offset.min} to ${offset.max}. Default: ${offset.byDefault}`,
    },
    limit: {
      type: 'string',
      description: `Maximum number of results, ${limit.min} to ${limit.max}. Default: ${limit.byDefault}`,
    },
  },
} as const

const { status: codeStatus } = bankDetailSchema.properties.code_details.items.properties

const matchedSchema = objectSchema('Matched', {
  field: {
    enum: highlightFields,
    description:
      'The field that matched: `bic` for any BIC of the bank, `successor_of` for a field of a bank that it took over',
  },
  text: { type: 'string', description: 'Text of the field' },
  spans: {
    type: 'array',
    items: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 },
    description:
      'Ranges to highlight, as start and exclusive end in UTF-16 code units. Empty if only the location matched',
  },
  scheme: nullable({ type: 'string', description: 'Code scheme, if a code matched' }),
  status: {
    enum: [...codeStatus.enum, null],
    description: 'Status of the code, if one matched. Use only `current` codes for payments',
  },
})

export const searchSchema = objectSchema('SearchResult', {
  query: { type: 'string', description: 'The search text' },
  country: nullable({ type: 'string', description: 'The country in the request, if any' }),
  count: { type: 'integer', description: 'Number of banks on this page' },
  banks: {
    type: 'array',
    items: objectSchema('FoundBank', { ...bankSchema.properties, matched: matchedSchema }),
    description: 'Matching banks, best match first',
  },
})

export function searchRoute(app: FastifyInstance): void {
  app.get<{ Querystring: SearchParameters }>(apiPaths.search, {
    preValidation: splitLists(searchQuerySchema),
    schema: { summary: 'Search banks', querystring: searchQuerySchema, response: { 200: searchSchema } },
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

export type SearchParameters = FromSchema<typeof searchQuerySchema>

export function searchResponse(parameters: SearchParameters, lookup: Lookup): LookupResponse {
  const { request, address, snapshot, scheduler } = lookup
  const { q: query, country: input, status, type: types, ...page } = parameters
  if (query.trim() === '') throw problem('query_missing', {})
  const country = input === undefined ? undefined : snapshot.requireCountry(input)
  const search = {
    text: query,
    country,
    status: status ?? 'any',
    types,
    offset: readNumber('offset', page.offset, offset),
    limit: readNumber('limit', page.limit, limit),
  }
  return whenReady(snapshot.loadFinder(), (finder) => {
    const findBanks = (): string[] => (request.socket.destroyed ? [] : finder.search(search))
    return whenReady(scheduler.run(address, findBanks), (banks) => {
      const head = JSON.stringify({ query, country: country?.code ?? null, count: banks.length })
      const json = `${head.slice(0, -1)},"banks":[${banks.join(',')}]}`
      return negotiatedResponse(request, json, snapshot.cacheableHeaders)
    })
  })
}

function readNumber(name: string, text: string | undefined, { min, max, byDefault }: typeof limit): number {
  if (text === undefined) return byDefault
  const number = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  const allowed = `a whole number from ${min} to ${max}`
  throw problem('parameter_malformed', { name, value: quoted(text), allowed })
}
