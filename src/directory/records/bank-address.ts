/** Schemas for the address of a bank's head office: in the record, with its source, and as the API returns it. */
import { nullable } from './json-schema.ts'

/**
 * The lengths are those of a structured address in ISO 20022. `text`: constraints on every text of a record.
 */
export const addressRecordSchema = <const Constraints extends object>(text: Constraints) =>
  ({
    type: 'object',
    additionalProperties: false,
    required: ['town', 'source'],
    properties: {
      street: { type: 'string', minLength: 1, maxLength: 70, ...text },
      postcode: { type: 'string', minLength: 1, maxLength: 16, ...text },
      town: { type: 'string', minLength: 1, maxLength: 35, ...text },
      source: { type: 'string' },
    },
  }) as const

export const addressSchema = {
  title: 'BankAddress',
  type: ['object', 'null'],
  additionalProperties: false,
  required: ['street', 'postcode', 'town', 'source'],
  properties: {
    street: nullable({ type: 'string', description: 'Street, with the number of the building' }),
    postcode: nullable({ type: 'string', description: 'Postal code' }),
    town: { type: 'string', description: 'Town' },
    source: { type: 'string', description: 'Id of the source in `sources`' },
  },
  description: 'Postal address of the head office; null if no source with open terms has it',
} as const
