/** Keeps the account requirements that still work in filtered data: a method can lose its code scheme or its form. */
import { methodError, type RequirementReferences } from '../../dataset/tables/account-requirements.ts'
import {
  type MethodFieldRecord,
  type PaymentMethodRecord,
  type RequirementRecord,
  toRequirementsTable,
} from '../../directory/records/account-requirements.ts'

/** `isKept` returns whether the terms of a source allow it. */
export function filterRequirements(
  rows: readonly RequirementRecord[],
  known: RequirementReferences,
  isKept: (source: string) => boolean,
): RequirementRecord[] {
  const { fields, methods } = toRequirementsTable(rows)
  const table = { fields: fields.filter(({ source }) => isKept(source)), methods: [] }
  const usable = methods
    .map((method) => withoutLostSchemes(method, known))
    .filter((method) => methodError(method, table, known) === null && isKept(method.source))
  return [...table.fields, ...usable]
}

/** A code that the user types has its own pattern, so the field can do without the scheme. */
const withoutLostSchemes = (method: PaymentMethodRecord, { schemes }: RequirementReferences): PaymentMethodRecord => ({
  ...method,
  fields: method.fields.map((field): MethodFieldRecord => {
    if (field.schemes === undefined || field.pattern === undefined) return field
    return { ...field, schemes: field.schemes.filter((id) => schemes.has(id)) }
  }),
})
