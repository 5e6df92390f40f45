/** Schema for the best-known banks of a country (`data/ranks.json`). */
import type { FromSchema } from 'json-schema-to-ts'

export const ranksMax = 12

export const countryRanksSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['country', 'banks'],
  properties: {
    country: { type: 'string', pattern: '^[A-Z]{2}$' },
    banks: {
      type: 'array',
      minItems: 1,
      maxItems: ranksMax,
      uniqueItems: true,
      items: { type: 'string', pattern: '^[a-z]{2}-[a-z0-9-]+$' },
      description: 'Ids of the best-known banks and wallets, best known first',
    },
  },
} as const

export type CountryRanks = FromSchema<typeof countryRanksSchema>
