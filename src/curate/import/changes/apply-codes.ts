/** Changes one code of a record that is being changed. */
import type { BankRecord } from '../../../directory/records/bank.ts'
import type { BankCode } from './fact-dates.ts'

export const isCode =
  (scheme: string, value: string) =>
  (code: BankCode): boolean =>
    code.scheme === scheme && code.value === value

/** What a merged bank with such a code says in its notes. */
export const inForceNote = 'Its bank code stays in force: the issuer still lists it, and payments with it arrive.'

/** In the place of the one with the same value; else behind the others. */
export function putCode(bank: BankRecord, code: BankCode): void {
  const rest = (bank.codes ?? []).filter((each) => !isCode(code.scheme, code.value)(each))
  bank.codes = [...rest, code]
  keepNoteTrue(bank, bank.codes)
}

function keepNoteTrue(bank: BankRecord, codes: readonly BankCode[]): void {
  const { notes = [] } = bank
  const isTrue = codes.some(({ in_force }) => in_force)
  if (isTrue === notes.includes(inForceNote)) return
  const others = notes.filter((note) => note !== inForceNote)
  if (isTrue) bank.notes = [...notes, inForceNote]
  else if (others.length > 0) bank.notes = others
  else delete bank.notes
}
