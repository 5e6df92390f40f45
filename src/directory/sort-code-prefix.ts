/** The banks that usually hold British sort codes with a common beginning (`data/gb-sort-code-prefixes.json`). */
import type { FromSchema } from 'json-schema-to-ts'

const sortCodePrefixSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['prefix', 'banks', 'agency', 'evidence'],
  properties: {
    prefix: { type: 'string', pattern: '^\\d{1,6}$' },
    banks: { type: 'array', items: { type: 'string' }, minItems: 1, description: 'Ids of banks' },
    agency: { type: 'boolean', description: 'Whether other institutions have codes in the range, too' },
    evidence: { enum: ['seen', 'usual'] },
  },
} as const

export const sortCodePrefixesSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['note', 'prefixes'],
  properties: {
    note: { type: 'string', minLength: 1 },
    prefixes: { type: 'array', items: sortCodePrefixSchema },
  },
} as const

export type SortCodePrefix = FromSchema<typeof sortCodePrefixSchema>
export type SortCodePrefixes = FromSchema<typeof sortCodePrefixesSchema>
