/** The JSON Schemas of a search result and of the banks in it, and the type derived from them. */
import type { FromSchema } from 'json-schema-to-ts'
import { bankSchema, codeStatuses } from '../records/bank-record.ts'
import { count, extendSchema, nullable, objectSchema, openEnum } from '../records/json-schema.ts'
import { highlightFields } from './highlight-fields.ts'

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
  count: count('Number of banks on this page'),
  banks: {
    type: 'array',
    items: foundBankSchema,
    description: 'Matching banks, best match first',
  },
})
