/** Indexes the forms of national numbers that contain the bank code, so that few of them are tried for an identifier. */
import * as accountForm from '../../identifiers/account-form.ts'
import { parsePattern } from '../../identifiers/pattern-grammar.ts'
import type { AccountFormRecord } from '../records/account-form.ts'
import type { CountryRecord } from '../records/country.ts'
import type { Scheme } from '../records/scheme.ts'

export interface IndexedForm extends AccountFormRecord {
  /** Length of the shortest bank code in the scheme. The bank code in the number can be longer. */
  bankCodeMin: number
}

export interface AccountFormIndex {
  ofLength(length: number): readonly IndexedForm[]
  /** Finds the national number inside the IBANs of a country that the IBAN registry lacks. */
  inIban(country: string): IndexedForm | undefined
  /** Finds the form that all account numbers in the country have: the one with the label of its account numbers. */
  ofAccounts(country: CountryRecord): IndexedForm | undefined
}

export function createAccountFormIndex(
  records: readonly AccountFormRecord[],
  schemes: ReadonlyMap<string, Scheme>,
): AccountFormIndex {
  const forms = records.map((record): IndexedForm => {
    const scheme = record.scheme === undefined ? undefined : schemes.get(record.scheme)
    return { ...record, bankCodeMin: scheme ? parsePattern(scheme.pattern).min : 0 }
  })
  const byLength: IndexedForm[][] = []
  for (const form of forms) {
    const { min, max } = accountForm.lengthsOf(form)
    for (let length = min; length <= max; length++) byLength[length] = [...(byLength[length] ?? []), form]
  }
  const inIban = new Map(forms.filter(({ iban }) => iban).map((form) => [form.country, form]))
  return {
    ofLength: (length) => byLength[length] ?? [],
    inIban: (country) => inIban.get(country),
    ofAccounts: ({ code, account_number: { label } }) =>
      forms.find((form) => form.country === code && form.label === label),
  }
}
