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

export type AccountFormIndex = ReturnType<typeof createAccountFormIndex>

export function createAccountFormIndex(records: readonly AccountFormRecord[], schemes: ReadonlyMap<string, Scheme>) {
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
    ofLength: (length: number): readonly IndexedForm[] => byLength[length] ?? [],
    /** Finds the forms with this label, in upper case: CLABE is one form, and RIB is a form in each of many countries. */
    named: (label: string): readonly IndexedForm[] => byLabel.get(label) ?? [],
    /** The forms whose bank code has letters. */
    withLetters: forms.filter(({ hasLetters }) => hasLetters),
    /** Finds the national number inside the IBANs of a country that the IBAN registry lacks. */
    inIban: (country: string): IndexedForm | undefined => inIban.get(country),
    /** The forms with a branch list that are recognised without separators. */
    listed: forms.filter(({ branches, recognised_by: by }) => branches !== undefined && by !== 'separators'),
    /** Finds the form of account numbers in the country with the bank and the branch in front. */
    withBranch: (country: string): IndexedForm | undefined =>
      forms.find(
        ({ country: own, parts }) => own === country && parts.branch_code !== undefined && parts.account !== undefined,
      ),
    /** Finds the form that all account numbers in the country have: the one with the label of its account numbers. */
    ofAccounts: ({ code, account_number: { label } }: CountryRecord): IndexedForm | undefined =>
      forms.find((form) => form.country === code && form.label === label),
  }
}
