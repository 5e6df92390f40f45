/** Words by which users name a kind of code (`data/intent-words.json`): nip, swift, sort code. */
import type { FromSchema } from 'json-schema-to-ts'

export const intentWordsSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'chooses', 'words'],
  properties: {
    id: { type: 'string', pattern: '^[a-z_]+$' },
    chooses: {
      type: 'array',
      uniqueItems: true,
      items: { type: 'string', pattern: '^[a-z][a-z0-9_]+$' },
      description:
        'Ids of code schemes; `bic`; `national` for all code schemes of a country, and `iban` for the one in its IBANs. ' +
        'The first that suits the country of the bank is chosen',
    },
    words: {
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: '^[a-z]{2}$' },
      additionalProperties: {
        type: 'array',
        minItems: 1,
        uniqueItems: true,
        items: { type: 'string', minLength: 2, maxLength: 60 },
      },
      description: 'Words and phrases by language',
    },
  },
} as const

/** Choices that are not ids of code schemes. */
export const schemeKinds: readonly string[] = ['bic', 'national', 'iban']

export type IntentWords = FromSchema<typeof intentWordsSchema>
