/**
 * The payment methods of a country. The table in the data has only what is special about a method: the IBAN method of a
 * country is derived from the IBAN registry.
 */
import type { PaymentMethod, PaymentMethodRecord } from '../records/account-requirements.ts'
import type { CountryRecord } from '../records/country.ts'
import { completeField, type RequirementTables } from './field.ts'
import { toJsonSchema } from './json-schema.ts'

/** Returns the payment methods of a country or region, the usual one first. */
export const paymentMethodsOf = (country: CountryRecord, tables: RequirementTables): PaymentMethod[] =>
  methodRecordsOf(country, tables).map((method) => completeMethod(method, country, tables))

/** Includes the IBAN method of a country that has IBANs. A method with the same id in the table replaces it. */
function methodRecordsOf(
  { code, iban }: CountryRecord,
  { accountRequirements }: RequirementTables,
): PaymentMethodRecord[] {
  const own = accountRequirements.methods.filter(({ country }) => country === code)
  const ibanId = `${code.toLowerCase()}_iban`
  if (!iban || own.some(({ id }) => id === ibanId)) return own
  const ibanMethod = { id: ibanId, label: 'IBAN', country: code, fields: [{ field: 'iban' }], ...registry }
  return [...own.filter(({ usual }) => usual), ibanMethod, ...own.filter(({ usual }) => !usual)]
}

const registry = { examples: 'published', source: 'iban-registry-r102' } as const

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
