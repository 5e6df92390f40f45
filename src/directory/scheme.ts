/** A code scheme: who issues a kind of bank code, what it looks like and what it is for (`data/schemes.json`). */
import type { FromSchema } from 'json-schema-to-ts'

export const schemeSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'label', 'country', 'pattern', 'issuer', 'used_for', 'iban_bank_code'],
  properties: {
    id: { type: 'string', pattern: '^[a-z]+(_[a-z0-9]+)*$' },
    label: { type: 'string', minLength: 1 },
    country: { type: 'string', pattern: '^([A-Z]{2}|\\*)$' },
    pattern: { type: 'string', pattern: '^\\^.+\\$$' },
    issuer: { type: 'string', minLength: 1 },
    used_for: { type: 'string', minLength: 1 },
    use: { enum: ['payment', 'identity'] },
    iban_bank_code: { type: 'boolean' },
    // The reader of identifiers that its codes have, where they have more than a pattern.
    identifier: { enum: ['us_aba', 'gb_sort_code'] },
  },
} as const

export type Scheme = FromSchema<typeof schemeSchema>
