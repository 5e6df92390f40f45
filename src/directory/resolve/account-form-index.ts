/** Indexes the forms of national numbers that contain the bank code, so that few of them are tried for an identifier. */
import * as accountForm from '../../identifiers/account-form.ts'
import { parsePattern } from '../../identifiers/pattern-grammar.ts'
import type { AccountFormRecord } from '../records/account-form-record.ts'
import type { CountryRecord } from '../records/country-record.ts'
import type { Scheme } from '../records/scheme.ts'

export interface IndexedForm extends AccountFormRecord {
  /** Length of the shortest bank code in the scheme. The bank code in the number can be longer. */
  bankCodeMin: number
  /** Length of the longest bank code in the number; 0 if the number does not start with one. */
  bankCodeMax: number
  /** Whether the bank code has letters. A number that starts with the code of a bank is then unlikely to be another. */
  hasLetters: boolean
}

export interface AccountFormIndex {
  ofLength(length: number): readonly IndexedForm[]
  /** Finds the forms with this label, in upper case: CLABE is one form, and RIB is a form in each of many countries. */
  named(label: string): readonly IndexedForm[]
  /** The forms whose bank code has letters. */
  withLetters: readonly IndexedForm[]
  /** Finds the national number inside the IBANs of a country that the IBAN registry lacks. */
  inIban(country: string): IndexedForm | undefined
  /** The forms with a branch list that are recognised without separators. */
  listed: readonly IndexedForm[]
  /** Finds the form of account numbers in the country with the bank and the branch in front. */
  withBranch(country: string): IndexedForm | undefined
  /** Finds the form that all account numbers in the country have: the one with the label of its account numbers. */
  ofAccounts(country: CountryRecord): IndexedForm | undefined
}

export function createAccountFormIndex(
  records: readonly AccountFormRecord[],
  schemes: ReadonlyMap<string, Scheme>,
): AccountFormIndex {
  const forms = records.map((record): IndexedForm => {
    const scheme = record.scheme === undefined ? undefined : schemes.get(record.scheme)
    const [first, pattern] = Object.entries(record.parts)[0] ?? []
    return {
      ...record,
      bankCodeMin: scheme ? parsePattern(scheme.pattern).min : 0,
      bankCodeMax: first === 'bank_code' ? parsePattern(`^(?:${pattern})$`).max : 0,
      hasLetters: /[A-Z]/.test(record.parts.bank_code ?? ''),
    }
  })
  const byLabel = Map.groupBy(forms, ({ label }) => label.toUpperCase())
  const byLength: IndexedForm[][] = []
  for (const form of forms) {
    const { min, max } = accountForm.lengthsOf(form)
    for (let length = min; length <= max; length++) byLength[length] = [...(byLength[length] ?? []), form]
  }
  const inIban = new Map(forms.filter(({ iban }) => iban).map((form) => [form.country, form]))
  return {
    ofLength: (length) => byLength[length] ?? [],
    named: (label) => byLabel.get(label) ?? [],
    withLetters: forms.filter(({ hasLetters }) => hasLetters),
    inIban: (country) => inIban.get(country),
    listed: forms.filter(({ branches, recognised_by: by }) => branches !== undefined && by !== 'separators'),
    withBranch: (country) =>
      forms.find(
        ({ country: own, parts }) => own === country && parts.branch_code !== undefined && parts.account !== undefined,
      ),
    ofAccounts: ({ code, account_number: { label } }) =>
      forms.find((form) => form.country === code && form.label === label),
  }
}
