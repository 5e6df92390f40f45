/** Keeps the account requirements that still work in filtered data: a method can lose its country or its form. */
import { methodError, type RequirementReferences } from '../../dataset/tables/account-requirements.ts'
import { type RequirementRecord, toRequirementsTable } from '../../directory/records/account-requirements.ts'

/** `isKept` returns whether the terms of a source allow it. */
export function filterRequirements(
  rows: readonly RequirementRecord[],
  known: RequirementReferences,
  isKept: (source: string) => boolean,
): RequirementRecord[] {
  const { fields, methods } = toRequirementsTable(rows)
  const table = { fields: fields.filter(({ source }) => isKept(source)), methods: [] }
  const usable = methods.filter((method) => methodError(method, table, known) === null && isKept(method.source))
  return [...table.fields, ...usable]
}
