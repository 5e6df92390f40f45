/**
 * The form of a national number that contains the bank code (`data/account-forms.json`): which part of it is the bank
 * code, and how to recognise it.
 */
import type { FromSchema } from 'json-schema-to-ts'
import { checkRules, partNames } from '../../identifiers/account-form.ts'

export const accountFormSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'label', 'country', 'parts', 'recognised_by', 'example', 'source'],
  properties: {
    id: { type: 'string', pattern: '^[a-z]{2}(_[a-z0-9]+)+$' },
    label: { type: 'string', minLength: 1, description: 'Name of the number' },
    country: { type: 'string', pattern: '^[A-Z]{2}$' },
    scheme: { type: 'string', description: 'Id of the code scheme of its bank codes' },
    parts: {
      type: 'object',
      propertyNames: { enum: partNames },
      additionalProperties: { type: 'string', minLength: 1 },
      minProperties: 2,
      description: 'Pattern of each part, in the order in which they are written',
    },
    check: { enum: checkRules, description: 'Rule for its check digits' },
    iban: { const: true, description: 'Banks print it as an IBAN too, although the IBAN registry lacks the country' },
    indicative: { const: true, description: 'The bank code is only an indication of the bank' },
    // What is needed to recognise the number, apart from a known bank code: nothing (`number`), the country in the
    // request, separators between the parts, or one of these two (`either`).
    recognised_by: { enum: ['number', 'country', 'separators', 'either'] },
    example: { type: 'string', minLength: 1, description: 'An invented number of this form, without separators' },
    source: { type: 'string', description: 'Id of a source' },
    branches: {
      type: 'object',
      additionalProperties: false,
      required: ['source'],
      properties: {
        source: { type: 'string', description: 'Id of the source that decides which branch codes exist' },
        names_source: { type: 'string', description: 'Id of the source of names and places, if it is another one' },
      },
      description: 'Set if `branches/<id>.tsv` has the list of its branch codes',
    },
  },
} as const

export type AccountFormRecord = FromSchema<typeof accountFormSchema>
