/**
 * The payment methods of a country. The table in the data has only what is special about a method: the IBAN method of a
 * country is derived from the IBAN registry.
 */
import { formatOfIban, registrySource } from '../../identifiers/iban-country.ts'
import type { AccountField, PaymentMethod, PaymentMethodRecord } from '../records/account-requirements-record.ts'
import type { CountryRecord } from '../records/country-record.ts'
import { completeField, type RequirementTables } from './field.ts'

/** Returns the payment methods of a country or region, the usual one first. */
export const paymentMethodsOf = (country: CountryRecord, tables: RequirementTables): PaymentMethod[] =>
  methodRecordsOf(country, tables).map((method) => completeMethod(method, country, tables))

/** Includes the IBAN method of a country that has IBANs. A method with the same id in the table replaces it. */
export function methodRecordsOf(
  country: CountryRecord,
  { accountRequirements }: Pick<RequirementTables, 'accountRequirements'>,
): PaymentMethodRecord[] {
  const own = accountRequirements.methods.filter((method) => method.country === country.code)
  const id = `${country.code.toLowerCase()}_iban`
  const hasField = accountRequirements.fields.some((field) => field.id === 'iban')
  if (!hasField || !hasIbanFormat(country) || own.some((method) => method.id === id)) return own
  const ibanMethod = { id, label: 'IBAN', country: country.code, fields: [{ field: 'iban' }], ...registry }
  return [...own.filter(({ usual }) => usual), ibanMethod, ...own.filter(({ usual }) => !usual)]
}

/** Whether the format of the IBANs is known: from the registry or, for a region, from its record. */
const hasIbanFormat = ({ code, iban, account_number }: CountryRecord): boolean =>
  iban && (formatOfIban(code) !== undefined || account_number.example !== undefined)

const registry = { examples: 'published', source: registrySource } as const

function completeMethod(method: PaymentMethodRecord, country: CountryRecord, tables: RequirementTables): PaymentMethod {
  const fields = method.fields.map((field) => completeField(field, country, tables))
  return {
    id: method.id,
    label: method.label,
    kind: method.kind ?? 'bank_account',
    currency: method.currency ?? country.currency,
    fields,
    examples: method.examples,
    note: method.note ?? null,
    source: method.source,
    schema: toJsonSchema(method.label, fields),
  }
}

/** The fields as JSON Schema 2020-12, for forms and validators that read it. */
const toJsonSchema = (title: string, fields: readonly AccountField[]): Record<string, unknown> => ({
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
