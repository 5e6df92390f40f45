/** The schemas of the lists that the API returns: banks in a country, and supported countries. */
import type { FromSchema } from 'json-schema-to-ts'
import { buildSchema } from '../builds/build-schema.ts'
import { facetCountsSchema } from '../search/search-schema.ts'
import { bankFieldsSchema, bankSchema } from './bank-record.ts'
import { supportedCountrySchema, supportedRegionSchema } from './country-record.ts'
import { count, objectSchema } from './json-schema.ts'

const listHead = {
  country: { type: 'string', description: 'Country code, in upper case' },
  revision: { type: 'string', description: 'Revision of the data' },
  count: count('Number of banks'),
} as const

const note = {
  type: 'string',
  description: 'Only if this build of the data lacks a notable part of the list: says what and why',
} as const

/** Adds the keys that most lists do not have. */
const withExtras = <Schema extends { properties: object }>(schema: Schema) => ({
  ...schema,
  properties: {
    ...schema.properties,
    note,
    total: count('Number of banks without `limit`. Only with `facets`'),
    facets: facetCountsSchema,
  },
})

export const bankListSchema = withExtras(
  objectSchema('BankList', {
    ...listHead,
    banks: { type: 'array', items: bankSchema, description: 'Banks, sorted by name or as specified by `sort`' },
  }),
)

export type BankList = FromSchema<typeof bankListSchema>

/** The response to a request with `fields`. */
export const bankFieldsListSchema = withExtras(
  objectSchema('BankFieldsList', {
    ...listHead,
    banks: {
      type: 'array',
      items: bankFieldsSchema,
      description: 'Banks with only the requested `fields`',
    },
  }),
)

export const supportedCountriesSchema = objectSchema('SupportedCountries', {
  revision: { type: 'string', description: 'Revision of the data' },
  count: count('Number of entries in `countries`'),
  countries: {
    type: 'array',
    items: supportedCountrySchema,
    description: 'Countries and the region EU, sorted for a dropdown',
  },
  regions: {
    type: 'array',
    items: supportedRegionSchema,
    description: 'Regions with a code of more than two letters, such as SEPA. Most requests accept them as `country`',
  },
  build: buildSchema,
})

export type SupportedCountries = FromSchema<typeof supportedCountriesSchema>
