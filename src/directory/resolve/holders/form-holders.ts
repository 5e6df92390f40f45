/** Finds the bank of a national number by the bank code in it. */
import * as accountForm from '../../../identifiers/account-form.ts'
import type { IndexedForm } from '../account-form-index.ts'
import { type FoundHolders, noHolders } from '../reading.ts'
import type { Holders } from './holders.ts'

/** Returns no holders if the number does not match the form, or if the form has no bank code. */
export const holdersOfForm = (number: string, form: IndexedForm, holders: Holders): FoundHolders =>
  holdersOfCode(accountForm.parts(number, form).bank_code ?? '', form, holders)

/** Finds the bank of a number with a typo by the bank code at its start. */
export const holdersAtStart = (number: string, form: IndexedForm, holders: Holders): FoundHolders =>
  holdersOfCode(number.slice(0, form.bankCodeMax), form, holders)

function holdersOfCode(code: string, form: IndexedForm, holders: Holders): FoundHolders {
  if (form.scheme === undefined) return noHolders
  // The codes of a scheme can differ in length, as in Australia: the longest one that the number starts with decides.
  for (let length = code.length; length >= form.bankCodeMin && length > 0; length--) {
    const entries = holders.codes(code.slice(0, length), form.scheme)
    if (entries.length > 0) return holders.ofCodes(entries)
  }
  return noHolders
}

/** Weakens the holders of a bank code that is only an indication of the bank. */
export const asIndication = ({ holders }: FoundHolders): FoundHolders => ({
  holders: holders.map((holder) => (holder.relation === 'holder' ? { ...holder, relation: 'usual_holder' } : holder)),
  bic: null,
})
