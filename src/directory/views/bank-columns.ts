/** The columns of a table of banks, for CSV and XLSX files: one per field, and one per code scheme for the field `codes`. */

import type { RailsOf } from '../rail-reach.ts'
import type { Bank } from '../records/bank-record.ts'
import type { SupportedCountry } from '../records/country-record.ts'
import type { BankRows } from '../storage/list-json.ts'
import { type BankField, banksIn } from './selected-fields.ts'

export interface Column {
  header: string
  valuesOf: (bank: Bank) => readonly string[]
}

export interface BankColumns {
  banks: Bank[]
  columns: Column[]
}

/** At each `yield` the event loop can serve requests. */
export function* bankColumns(
  country: SupportedCountry,
  { json }: Pick<BankRows, 'json'>,
  fields: readonly BankField[],
  railsOf: RailsOf = () => [],
): Generator<void, BankColumns> {
  const banks: Bank[] = []
  const used = new Set<string>()
  for (const batch of banksIn(json)) {
    for (const bank of batch) {
      banks.push(bank)
      for (const scheme of Object.keys(bank.codes)) used.add(scheme)
    }
    yield
  }
  const schemes = columnSchemes(country, used)
  return {
    banks,
    columns: fields.flatMap((field) => {
      if (field === 'codes') return schemes.map(schemeColumn)
      return field === 'rails' ? railsColumn(railsOf) : columnOf(field)
    }),
  }
}

/**
 * Returns the schemes that get a column. First come all schemes that the country's open banks use, so that the columns
 * do not depend on the filter; then any others that the banks in this table use.
 */
function columnSchemes({ bank_codes }: SupportedCountry, used: ReadonlySet<string>): string[] {
  return [...new Set([...bank_codes.map(({ scheme }) => scheme), ...[...used].sort()])]
}

const schemeColumn = (scheme: string): Column => ({
  header: scheme,
  valuesOf: ({ codes }) => codes[scheme] ?? [],
})

/** Only the rails over which money reaches the bank. */
const railsColumn = (railsOf: RailsOf): Column => ({
  header: 'rails',
  valuesOf: ({ id }) => railsOf(id).flatMap(({ rail, reachable }) => (reachable ? rail : [])),
})

const columnOf = (field: Exclude<BankField, 'codes' | 'rails'>): Column => ({
  header: field,
  valuesOf: ({ [field]: value }) => (value === null ? [] : [value].flat()),
})
