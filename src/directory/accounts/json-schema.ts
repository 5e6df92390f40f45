/** The fields of a payment method as JSON Schema 2020-12, for forms and validators that read JSON Schema. */
import type { AccountField } from '../records/account-requirements.ts'

export const toJsonSchema = (title: string, fields: readonly AccountField[]): Record<string, unknown> => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title,
  type: 'object',
  additionalProperties: false,
  required: fields.filter(({ required }) => required).map(({ key }) => key),
  properties: Object.fromEntries(fields.map((field) => [field.key, propertyOf(field)])),
})

function propertyOf({ label, hint, options, pattern, min_length, max_length, example }: AccountField): object {
  const texts = { title: label, description: hint }
  if (options)
    return { ...texts, oneOf: options.map(({ value, label: title }) => ({ const: value, title })), examples: [example] }
  return {
    ...texts,
    type: 'string',
    ...(pattern !== null && { pattern }),
    ...(min_length !== null && { minLength: min_length }),
    ...(max_length !== null && { maxLength: max_length }),
    examples: [example],
  }
}
