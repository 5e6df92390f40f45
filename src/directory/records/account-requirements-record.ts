/**
 * Schemas for the fields of an account form: the entries of `data/account-requirements.json`, and the object that the
 * API returns.
 */
import type { FromSchema } from 'json-schema-to-ts'
import { reasons } from '../../identifiers/verdict.ts'
import { verdictSchema } from '../resolve/resolve-schema.ts'
import { bankType, bankTypes } from './bank-record.ts'
import { closedEnum, count, nullable, nullableOpenEnum, objectSchema, openEnum } from './json-schema.ts'

export const fieldTypes = ['bank', 'text', 'iban', 'select', 'tel'] as const
export const inputModes = ['numeric', 'text', 'tel'] as const
export const exampleOrigins = ['published', 'invented'] as const
export const methodKinds = ['bank_account', 'mobile_money'] as const

/** The checks beyond the pattern. A check can need other fields of the same method. */
export const fieldChecks = [
  'cbu',
  'clabe',
  'dz_rib',
  'gb_modulus',
  'iban',
  'mod97',
  'national_check',
  'nuban',
  'rib',
  'se_account',
  'us_aba',
  've_account',
] as const

const optionSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['value', 'label'],
  properties: { value: { type: 'string', minLength: 1 }, label: { type: 'string', minLength: 1 } },
} as const

const groupSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['sizes', 'separator'],
  properties: {
    sizes: { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1 },
    separator: { enum: [' ', '-', '.', '/'] },
  },
} as const

const key = { type: 'string', pattern: '^[a-z]+(_[a-z0-9]+)*$' } as const
const pattern = { type: 'string', pattern: '^\\^.+\\$$' } as const
const text = { type: 'string', minLength: 1 } as const

/** What an entry can say about a field. Values that other data files have are left out there and derived. */
const fieldProperties = {
  key,
  label: text,
  hint: text,
  type: { enum: fieldTypes },
  options: { type: 'array', items: optionSchema, minItems: 1 },
  bank_types: { type: 'array', items: { enum: bankTypes }, minItems: 1 },
  // Code schemes of a bank field or of a code. A bank field without it takes the schemes of its country.
  schemes: { type: 'array', items: { type: 'string' } },
  // Id of an account form that has the pattern, the check and the example.
  form: { type: 'string' },
  // The pattern, the label and the example are those of the account number in `countries.json`.
  account_number: { const: true },
  pattern,
  example: text,
  input_mode: { enum: inputModes },
  group: groupSchema,
  check: { enum: fieldChecks },
  optional: { const: true },
} as const

/** A field that several methods have in common. */
export const sharedFieldSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'key', 'hint', 'type', 'source'],
  properties: { id: key, ...fieldProperties, source: { type: 'string' } },
} as const

/** A field of one method: `field` names a shared field, and the other properties override it. */
export const methodFieldSchema = {
  type: 'object',
  additionalProperties: false,
  anyOf: [{ required: ['field'] }, { required: ['key', 'hint', 'type'] }],
  properties: { field: key, ...fieldProperties },
} as const

export const paymentMethodRecordSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'label', 'country', 'fields', 'examples', 'source'],
  properties: {
    id: { type: 'string', pattern: '^[a-z]{2}(_[a-z0-9]+)+$' },
    label: text,
    country: { type: 'string', pattern: '^[A-Z]{2}$' },
    kind: { enum: methodKinds },
    currency: { type: 'string', pattern: '^[A-Z]{3}$' },
    // Comes before the IBAN in a country that has IBANs.
    usual: { const: true },
    fields: { type: 'array', items: methodFieldSchema, minItems: 1 },
    // The prefixes of phone numbers by the id of the operator's wallet, from the source of the method.
    prefixes: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string', pattern: '^\\d{2,7}$' }, minItems: 1 },
    },
    examples: { enum: exampleOrigins },
    note: text,
    source: { type: 'string' },
  },
} as const

/** An entry of the file: a shared field, or a method, which has `fields`. */
export const requirementRecordSchema = {
  type: 'object',
  if: { required: ['fields'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: paymentMethodRecordSchema,
  else: sharedFieldSchema,
} as const

export type SharedFieldRecord = FromSchema<typeof sharedFieldSchema>
export type MethodFieldRecord = FromSchema<typeof methodFieldSchema>
export type PaymentMethodRecord = FromSchema<typeof paymentMethodRecordSchema>

export type RequirementRecord = SharedFieldRecord | PaymentMethodRecord

/** The contents of `data/account-requirements.json`. Methods of a country are in the order of the response. */
export interface AccountRequirementsTable {
  fields: SharedFieldRecord[]
  methods: PaymentMethodRecord[]
}

export const toRequirementsTable = (rows: readonly RequirementRecord[]): AccountRequirementsTable => ({
  fields: rows.filter((row) => !isMethod(row)) as SharedFieldRecord[],
  methods: rows.filter(isMethod),
})

const isMethod = (row: RequirementRecord): row is PaymentMethodRecord => 'fields' in row

export const accountFieldSchema = objectSchema('AccountField', {
  key: { type: 'string', description: 'Name of the field in a request' },
  label: { type: 'string', description: 'Label for the form' },
  hint: { type: 'string', description: 'Where the user finds the value' },
  type: {
    ...openEnum('AccountFieldType', fieldTypes),
    description: '`bank`: the id of a bank, or its code in one of `schemes`. `select`: the `value` of one of `options`',
  },
  required: { type: 'boolean', description: 'Whether the field must have a value' },
  options: {
    type: ['array', 'null'],
    items: objectSchema('AccountFieldOption', {
      value: { type: 'string', description: 'Value to send' },
      label: { type: 'string', description: 'Label for the form' },
    }),
    description: 'Choices of a `select` field; otherwise null',
  },
  bank_types: {
    type: ['array', 'null'],
    items: bankType,
    description: 'For the parameter `type` of `/v1/banks`, to list the choices of a `bank` field; null for all banks',
  },
  scheme: {
    type: ['string', 'null'],
    description: 'Preferred code scheme of a `bank` field, or the scheme that the code belongs to; otherwise null',
  },
  schemes: { type: 'array', items: { type: 'string' }, description: 'All accepted code schemes, preferred first' },
  pattern: {
    type: ['string', 'null'],
    description:
      'Regular expression for the value in upper case, without spaces and separators; bank ids stay as they are',
  },
  min_length: {
    type: ['integer', 'null'],
    minimum: 1,
    description: 'Length of the shortest value, without separators',
  },
  max_length: { type: ['integer', 'null'], minimum: 1, description: 'Length of the longest value, without separators' },
  example: { type: 'string', description: 'A value that matches the pattern and passes the check' },
  input_mode: {
    ...closedEnum('InputMode', inputModes),
    description: 'For the attribute `inputmode` of an HTML input',
  },
  group: {
    type: ['object', 'null'],
    title: 'AccountFieldGroup',
    additionalProperties: false,
    required: ['sizes', 'separator'],
    properties: {
      sizes: {
        type: 'array',
        items: { type: 'integer', minimum: 1 },
        description: 'Number of characters in each group; the last number repeats',
      },
      separator: { type: 'string', description: 'Character between two groups' },
    },
    description: 'How the value is usually written: `{"sizes":[2,2,2],"separator":"-"}` is 20-29-59',
  },
  check: { ...nullableOpenEnum(fieldChecks), description: 'Check beyond the pattern; null if there is none' },
})

export const testAccountSchema = objectSchema('TestAccount', {
  fields: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'The fields of the account by key, as in a request to check it',
  },
  verdict: { ...verdictSchema, description: 'The verdict that a check of the account returns' },
  reason: { ...nullableOpenEnum(reasons), description: 'Why the account is invalid; null if it is not' },
  source: nullable({
    type: 'string',
    description: 'Id of the source that prints the account; null if it is made up, or changed to be invalid',
  }),
})

const methodSchema = objectSchema('PaymentMethod', {
  id: { type: 'string', description: 'Id of the payment method' },
  label: { type: 'string', description: 'Label for the form' },
  kind: {
    ...openEnum('PaymentMethodKind', methodKinds),
    description: 'Whether the money goes to a bank account or to a mobile wallet',
  },
  currency: { type: 'string', description: 'ISO 4217 code of the currency' },
  fields: { type: 'array', items: accountFieldSchema, description: 'Fields in the order of the form' },
  examples: {
    ...closedEnum('ExampleOrigin', exampleOrigins),
    description: 'Whether the examples were published, or invented for this directory',
  },
  note: nullable({ type: 'string', description: 'What a developer should know about the method' }),
  source: { type: 'string', description: 'Id of the source of the fields' },
  schema: {
    type: 'object',
    additionalProperties: true,
    description: 'JSON Schema 2020-12 for an object with the fields of this method',
  },
})

export const paymentMethodSchema = {
  ...methodSchema,
  properties: {
    ...methodSchema.properties,
    test_accounts: {
      type: 'array',
      items: testAccountSchema,
      description: 'Accounts to test a form with, none of them a real one. Only with `test_accounts=true`',
    },
  },
} as const

export const accountRequirementsSchema = objectSchema('AccountRequirements', {
  country: { type: 'string', description: 'Country code, in upper case' },
  revision: { type: 'string', description: 'Revision of the data' },
  count: count('Number of payment methods'),
  note: nullable({ type: 'string', description: 'Which payment methods this build of the data lacks, if any' }),
  methods: { type: 'array', items: paymentMethodSchema, description: 'Payment methods, the usual one first' },
})

export type AccountField = FromSchema<typeof accountFieldSchema>
export type TestAccount = FromSchema<typeof testAccountSchema>
export type PaymentMethod = FromSchema<typeof paymentMethodSchema>
export type AccountRequirements = FromSchema<typeof accountRequirementsSchema>
