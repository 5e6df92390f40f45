/** The JSON Schema of a bank that a search finds, and the type derived from it. */
import type { FromSchema } from 'json-schema-to-ts'
import { bankDetailSchema, bankSchema } from '../records/bank.ts'
import { nullable, objectSchema } from '../records/json-schema.ts'
import { highlightFields } from './highlight-fields.ts'

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

export const foundBankSchema = objectSchema('FoundBank', { ...bankSchema.properties, matched: matchedSchema })
export type FoundBank = FromSchema<typeof foundBankSchema>
