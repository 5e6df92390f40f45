/** A code scheme: who issues a kind of bank code, what it looks like and what it is for (`data/schemes.json`). */
import type { FromSchema } from 'json-schema-to-ts'

/** The fields that the service shows wherever it names a scheme. */
export const schemeFields = {
  level: {
    enum: ['bank', 'branch'],
    description: 'What a value identifies: the whole `bank`, or a `branch`, so that only the account holder knows it',
  },
  use: {
    enum: ['payment', 'identity'],
    description: '`payment`: sent with a transfer; `identity`: a number in a register, never sent with a transfer',
  },
  used_for: { type: 'string', minLength: 1, description: 'What the code is used for' },
} as const

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
    // Data folders of earlier releases lack both, and `data diff` reads them.
    level: { ...schemeFields.level, default: 'bank' },
    use: { ...schemeFields.use, default: 'payment' },
    used_for: schemeFields.used_for,
    iban_bank_code: { type: 'boolean' },
    // The reader of identifiers that its codes have, where they have more than a pattern.
    identifier: { enum: ['us_aba', 'gb_sort_code', 'se_clearing'] },
  },
} as const

export type Scheme = FromSchema<typeof schemeSchema>
