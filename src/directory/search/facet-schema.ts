/** The JSON Schema of the counts that a search returns on request, and the types derived from it. */
import type { FromSchema } from 'json-schema-to-ts'
import { closedEnum, count, objectSchema } from '../records/json-schema.ts'

export const facetNames = ['country', 'type', 'status'] as const
export type FacetName = (typeof facetNames)[number]

export const facetName = closedEnum('FacetName', facetNames)

const facetCount = objectSchema('FacetCount', {
  value: { type: 'string', description: 'Value of the field' },
  count: count('Number of results with this value'),
})
export type FacetCount = FromSchema<typeof facetCount>

const facet = <const Description extends string>(description: Description) =>
  ({ type: 'array', items: facetCount, description }) as const

export const facetCountsSchema = {
  title: 'SearchFacets',
  description: 'For each requested field, the number of results with each value, highest first',
  type: 'object',
  additionalProperties: false,
  properties: {
    country: facet('Results by country, within `country` if the request has it'),
    type: facet('Results by type. The counts ignore the parameter `type`, and apply all others'),
    status: facet('Results by status. The counts ignore the parameter `status`, and apply all others'),
  },
} as const
export type FacetCounts = { [Name in FacetName]?: FacetCount[] }
