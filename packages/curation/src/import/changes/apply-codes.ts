/** Replaces one of a bank's codes, and adds or removes the note that a code is still in force. */
import type { BankRecord } from '../../../../../src/directory/records/bank-record.ts'
import type { BankCode } from './fact-dates.ts'

export const isCode =
  (scheme: string, value: string) =>
  (code: BankCode): boolean =>
    code.scheme === scheme && code.value === value

/** The note that is added to a merged bank if one of its codes is still in force. */
export const inForceNote = 'Its bank code stays in force: the issuer still lists it, and payments with it arrive.'

/** Replaces the bank's code that has the same scheme and value, or appends the code if the bank has no such code. */
export function replaceCode(bank: BankRecord, code: BankCode): void {
  const otherCodes = (bank.codes ?? []).filter((each) => !isCode(code.scheme, code.value)(each))
  bank.codes = [...otherCodes, code]
  updateInForceNote(bank, bank.codes)
}

function updateInForceNote(bank: BankRecord, codes: readonly BankCode[]): void {
  const { notes = [] } = bank
  const hasCodeInForce = codes.some(({ in_force }) => in_force)
  if (hasCodeInForce === notes.includes(inForceNote)) return
  const others = notes.filter((note) => note !== inForceNote)
  if (hasCodeInForce) bank.notes = [...notes, inForceNote]
  else if (others.length > 0) bank.notes = others
  else delete bank.notes
}
