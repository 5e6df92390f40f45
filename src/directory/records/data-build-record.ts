/**
 * Schema for the description of a reduced data build (`build.json`): which sources it leaves out, and how much the full
 * data has in the countries that lost facts. The full data has no such file.
 */
import type { FromSchema } from 'json-schema-to-ts'
import { redistributions } from './source.ts'

export const buildFile = 'build.json'

const terms = {
  type: 'array',
  minItems: 1,
  items: { enum: redistributions },
  description: 'Redistribution terms of the sources that were left out',
} as const

const count = (description: string) => ({ type: 'integer', minimum: 0, description }) as const

export const countryBuildSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['code', 'name', 'terms', 'banks', 'bics', 'codes'],
  properties: {
    code: { type: 'string', pattern: '^[A-Z]{2}$' },
    alpha3: { type: 'string', pattern: '^[A-Z]{3}$' },
    name: { type: 'string', minLength: 1, description: 'Display name' },
    also: {
      type: 'array',
      items: { type: 'string', pattern: '^[A-Z]{2}$' },
      description: 'Other codes of the country',
    },
    terms,
    banks: count('Number of banks in the full data'),
    bics: count('Number of banks with a BIC in the full data'),
    codes: {
      type: 'object',
      description: 'The schemes that lost codes, by id',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['count', 'terms'],
        properties: { count: count('Number of codes in the full data'), terms },
      },
    },
    branch_lists: {
      type: 'object',
      description: 'The lists of branch codes that were left out, by the id of their account form',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['count', 'terms'],
        properties: { count: count('Number of branch codes in the full data'), terms },
      },
    },
  },
} as const

export const dataBuildSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['without', 'from', 'countries'],
  properties: {
    without: terms,
    from: { type: 'string', minLength: 1, description: 'Revision of the full data' },
    schemes: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      description: 'The schemes that lost all codes, by id',
    },
    methods: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'country', 'terms'],
        properties: {
          id: { type: 'string', minLength: 1 },
          country: { type: 'string', pattern: '^[A-Z]{2,4}$' },
          terms,
        },
      },
      description: 'The payment methods that were left out',
    },
    regions: {
      type: 'object',
      additionalProperties: { type: 'array', minItems: 1, items: { type: 'string', pattern: '^[A-Z]{2}$' } },
      description: 'The members that regions lost, by the code of the region',
    },
    countries: { type: 'array', items: countryBuildSchema, description: 'The countries that lost facts' },
  },
} as const

export type MethodBuild = NonNullable<DataBuildRecord['methods']>[number]
export type CountryBuild = FromSchema<typeof countryBuildSchema>
export type DataBuildRecord = FromSchema<typeof dataBuildSchema>
