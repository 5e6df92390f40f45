/** The JSON Schemas of a search result, the banks in it and its counts, and the types derived from them. */
import type { FromSchema } from 'json-schema-to-ts'
import { bankSchema, codeStatuses } from '../records/bank-record.ts'
import { closedEnum, count, extendSchema, nullable, objectSchema, openEnum } from '../records/json-schema.ts'

/** The fields of a bank that a search can match. The API's schema lists them without loading the search. */
const highlightFields = [
  'name',
  'short_name',
  'aliases',
  'legal_name',
  'bic',
  'lei',
  'ussd',
  'codes',
  'city',
  'region',
  'successor_of',
] as const

export type HighlightField = (typeof highlightFields)[number]

const matchedSchema = objectSchema('Matched', {
  field: {
    ...openEnum('MatchedField', highlightFields),
    description:
      'The field that matched: `bic` for any BIC of the bank, `successor_of` for a field of a bank that it took over',
  },
  text: { type: 'string', description: 'Text of the field' },
  spans: {
    type: 'array',
    items: { type: 'array', items: { type: 'integer', minimum: 0 }, minItems: 2, maxItems: 2 },
    description:
      'Ranges to highlight, as start and exclusive end in UTF-16 code units. Empty if only the location matched',
  },
  scheme: nullable({ type: 'string', description: 'Code scheme, if a code matched' }),
  status: {
    type: ['string', 'null'],
    enum: [...codeStatuses, null],
    description: 'Status of the code, if one matched. Use only `current` codes for payments',
  },
})

export const foundBankSchema = extendSchema('FoundBank', bankSchema, { matched: matchedSchema })
export type FoundBank = FromSchema<typeof foundBankSchema>

/** The response to a search without `facets`. */
export const searchResultSchema = objectSchema('SearchResult', {
  query: { type: 'string', description: 'The search text' },
  country: nullable({ type: 'string', description: 'The country in the request, if any' }),
  scheme: nullable({
    type: 'string',
    description:
      'The code scheme that words of the query choose, as “nip” in “zenith nip”: show its code. `bic` for the BIC. ' +
      'The words are not part of the search',
  }),
  count: count('Number of banks on this page'),
  note: nullable({
    type: 'string',
    description: 'What this build of the data lacks, if no bank matches well; otherwise null',
  }),
  banks: {
    type: 'array',
    items: foundBankSchema,
    description: 'Matching banks, best match first',
  },
})

/** The fields by which a search counts its results on request. */
export const facetNames = ['country', 'type', 'status', 'rail', 'region'] as const
export type FacetName = (typeof facetNames)[number]

export const facetName = closedEnum('FacetName', facetNames)

export const facetCount = objectSchema('FacetCount', {
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
    rail: facet(
      'Results by payment rail over which money reaches them; a bank can be on several. The counts ignore the ' +
        'parameter `rail`, and apply all others',
    ),
    region: facet(
      'Results by state or county, if the data has it. The counts ignore the parameter `region`, and apply all others',
    ),
  },
} as const
export type FacetCounts = { [Name in FacetName]?: FacetCount[] }
