/** Changes one code of a record that is being changed. */
import type { BankRecord } from '../../directory/bank.ts'
import type { BankCode } from './ages.ts'

export const isCode =
  (scheme: string, value: string) =>
  (code: BankCode): boolean =>
    code.scheme === scheme && code.value === value

/** In the place of the one with the same value; else behind the others. */
export function putCode(bank: BankRecord, code: BankCode): void {
  const rest = (bank.codes ?? []).filter((each) => !isCode(code.scheme, code.value)(each))
  bank.codes = [...rest, code]
}
