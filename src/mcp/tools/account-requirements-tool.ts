/** The tool that lists the fields that a payment to a country needs. */
import type { FromSchema } from 'json-schema-to-ts'
import type { Directory } from '../../directory/lookups.ts'
import type { AccountField, PaymentMethod } from '../../directory/records/account-requirements-record.ts'
import type { SupportedCountry } from '../../directory/records/country-record.ts'
import { countryArgument, type Tool } from '../tool.ts'
import { type Fields, lean, listOrNone, pickFields } from '../views/lean.ts'

const text = { type: 'string' } as const

const inputSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['country'],
  properties: { country: countryArgument },
} as const

const fieldSchema = {
  type: 'object',
  required: ['key'],
  properties: {
    key: text,
    label: text,
    hint: text,
    optional: { const: true },
    accepts: text,
    pattern: { ...text, description: 'Without spaces and separators' },
    options: { type: 'array', items: text },
    example: text,
    check: text,
  },
} as const

const methodSchema = {
  type: 'object',
  required: ['method', 'fields'],
  properties: { method: text, label: text, currency: text, note: text, fields: { type: 'array', items: fieldSchema } },
} as const

export const accountRequirements: Tool = {
  name: 'account_requirements',
  title: 'Account requirements',
  description:
    'Which bank details a payment to a country needs: the payment methods, the usual one first, with their fields, ' +
    'formats and examples. Use it before you ask for bank details. To check them use check_account.',
  inputSchema,
  outputSchema: {
    type: 'object',
    required: ['country', 'methods'],
    properties: { country: text, methods: { type: 'array', items: methodSchema }, note: text },
  },
  run: async ({ country }: FromSchema<typeof inputSchema>, context) => {
    const lookups = await context.loadLookups()
    return toRequirements(lookups.requireCountry(country), lookups)
  },
}

export const toRequirements = (country: SupportedCountry, { listPaymentMethods, lossNotes }: Directory) =>
  lean({
    country: country.code,
    methods: listPaymentMethods(country).map(toMethod),
    note: lossNotes.onMethods(country),
  })

const toMethod = (method: PaymentMethod): Fields =>
  pickFields(methodSchema, method, { method: method.id, fields: method.fields.map(toField) })

function toField(field: AccountField): Fields {
  const { required, type, schemes, pattern, options } = field
  const isBank = type === 'bank'
  return pickFields(fieldSchema, field, {
    optional: required ? null : true,
    accepts: isBank ? ['bank id', 'BIC', ...schemes].join(', ') : null,
    // The pattern of a bank field only repeats what it accepts.
    pattern: isBank || options ? null : pattern,
    options: options && listOrNone(options.map(({ value }) => value)),
  })
}
