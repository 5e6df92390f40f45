/** A code scheme: the issuer, pattern and use of one kind of bank code (`data/schemes.json`). */
import type { FromSchema } from 'json-schema-to-ts'
import { closedEnum, openEnum } from './json-schema.ts'

/** The fields that the API returns with every scheme. */
export const schemeFields = {
  short_label: {
    type: 'string',
    minLength: 1,
    description: 'What people write before the code, in at most 10 characters: `NIP`, `ABA`, `Sort code`',
  },
  level: {
    ...closedEnum('CodeLevel', ['bank', 'branch']),
    description: 'Whether a code identifies the whole `bank` or a `branch`; only the account holder knows the branch',
  },
  use: {
    ...openEnum('CodeUse', ['payment', 'identity', 'provider']),
    description:
      '`payment` if the codes are used in transfers; `identity` if they are register numbers, which are never used in transfers; ' +
      '`provider` if only one payment provider understands them, and only in requests to its own API',
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
    // Optional like `level` and `use`; the API then returns the label.
    short_label: schemeFields.short_label,
    country: { type: 'string', pattern: '^([A-Z]{2}|\\*)$' },
    pattern: { type: 'string', pattern: '^\\^.+\\$$' },
    issuer: { type: 'string', minLength: 1 },
    // `level` and `use` are optional because `data diff` also reads the data of earlier releases, which lacks them.
    level: { ...schemeFields.level, default: 'bank' },
    use: { ...schemeFields.use, default: 'payment' },
    used_for: schemeFields.used_for,
    iban_bank_code: { type: 'boolean' },
    // The kind of identifier with further rules that the codes must satisfy, such as a check digit. Omitted if the
    // pattern is the only rule.
    identifier: { enum: ['us_aba', 'gb_sort_code', 'se_clearing'] },
  },
} as const

export type Scheme = FromSchema<typeof schemeSchema>
