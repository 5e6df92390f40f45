/** The lookup of banks by name, initials, location or code. */
import { countryInputPattern } from '../../directory/records/country-record.ts'
import { readSearch, searchLimits } from '../../directory/requests/parameters.ts'
import { queryCharactersMax } from '../../directory/requests/values.ts'
import { facetName } from '../../directory/search/search-schema.ts'
import type { QueryOf } from '../parsers/query-parameters.ts'
import { negotiatedResponse } from '../responses/one-off-response.ts'
import { hasParameter, railParameter, regionParameter, statusParameter, typeParameter } from './bank-list-lookup.ts'
import { type Lookup, type LookupResponse, whenReady } from './lookup.ts'

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
    rail: railParameter,
    region: regionParameter,
    offset: { ...searchLimits.offset, description: 'Number of results to skip' },
    limit: { ...searchLimits.limit, description: 'Maximum number of results' },
    facets: {
      type: 'array',
      items: facetName,
      description: 'Count all results, and the results with each value of these fields, separated by commas',
    },
  },
} as const

export type SearchParameters = QueryOf<typeof searchQuerySchema>

export function searchResponse(
  { q, type: types, ...others }: SearchParameters,
  { request, address, snapshot, scheduler }: Lookup,
): LookupResponse {
  const query = readSearch(q, { types, ...others }, snapshot.directory)
  return whenReady(snapshot.loadLookups(), ({ search }) => {
    const steps = function* (): Generator<void, string> {
      return request.socket.destroyed ? '' : yield* search(query)
    }
    return scheduler
      .runUninterrupted(address, steps())
      .then((json) => negotiatedResponse(request, json, snapshot.cacheableHeaders))
  })
}
