/** Schema for a published count of a country's institutions (`data/official-counts.json`). */
import type { FromSchema } from 'json-schema-to-ts'
import { sourceSchema } from './source.ts'

export const officialCountSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['country', 'count', 'of', 'date', 'source', 'found_in'],
  properties: {
    country: { type: 'string', pattern: '^[A-Z]{2}$' },
    count: { type: 'integer', minimum: 1 },
    of: { type: 'string', minLength: 1, description: 'What is counted' },
    date: sourceSchema.properties.date,
    source: sourceSchema.properties.id,
    found_in: { type: 'string', minLength: 1, description: 'Where the publisher states the count' },
  },
} as const

export type OfficialCountRecord = FromSchema<typeof officialCountSchema>
