/** Reads the parameters of a search, and of a list of branches. */

import type { BranchQuery } from '../branches/bank-branches.ts'
import { branchLimits } from '../branches/branch-page.ts'
import type { Directory } from '../lookups.ts'
import { bankTypes } from '../records/bank.ts'
import { facetNames } from '../search/facet-schema.ts'
import type { SearchQuery } from '../searcher.ts'
import { checkHas, statusChoices } from './bank-list-choice.ts'
import { isGiven, readChoice, readChoices, readNumber, readOptionalQuery, readQuery } from './parameters.ts'

/** As JSON Schemas: the API publishes them. */
export const searchLimits = {
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
  /**
   * Higher offsets are rejected. They would be expensive, because the search has to rank all banks on the earlier pages
   * too, and people do not read that far.
   */
  offset: { type: 'integer', minimum: 0, maximum: 1_000, default: 0 },
} as const

export interface SearchParameters {
  country?: unknown
  status?: unknown
  types?: unknown
  has?: unknown
  limit?: unknown
  offset?: unknown
  facets?: unknown
}

export function readSearch(
  text: unknown,
  { country: input, status, types, has, limit, offset, facets }: SearchParameters,
  { requireCountry, packed }: Pick<Directory, 'requireCountry' | 'packed'>,
): SearchQuery {
  const query = readQuery(text)
  const country = isGiven(input) ? requireCountry(input) : undefined
  return {
    text: query,
    country,
    status: readChoice('status', status, statusChoices) ?? 'any',
    types: readChoices('types', types, bankTypes),
    has: checkHas(has, country, packed.schemes),
    limit: readNumber('limit', limit, searchLimits.limit),
    offset: readNumber('offset', offset, searchLimits.offset),
    facets: readChoices('facets', facets, facetNames),
  }
}

export interface BranchParameters {
  query?: unknown
  limit?: unknown
  offset?: unknown
}

export const readBranchQuery = ({ query, limit, offset }: BranchParameters): BranchQuery => ({
  text: readOptionalQuery(query),
  limit: readNumber('limit', limit, branchLimits.limit),
  offset: readNumber('offset', offset, branchLimits.offset),
})
