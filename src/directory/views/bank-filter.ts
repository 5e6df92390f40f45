/** Filters banks by status, by type and by the codes that they have. */
import { bankStatuses, bankTypes } from '../records/bank.ts'
import type { BankTable } from '../storage/bank-table.ts'

export interface BankFilter {
  status: (typeof bankStatuses)[number] | 'any'
  /** If undefined, `listedTypes` in a list and all types elsewhere. */
  types?: readonly (typeof bankTypes)[number][] | undefined
  /** `code`: banks whose `code` is not null; otherwise a code scheme: banks that have a current code in it. */
  has?: string | undefined
}

/** Returns a function that tells whether the bank with a number passes the filter. */
export function createBankFilter({ status, types, has }: BankFilter, banks: BankTable): (bank: number) => boolean {
  const wantedStatus = status === 'any' ? undefined : bankStatuses.indexOf(status)
  const wantedTypes = types && new Set(types.map((type) => bankTypes.indexOf(type)))
  // Quotes in a string are escaped, so only a key of the row can match this text.
  const keyText = has === undefined ? undefined : Buffer.from(has === 'code' ? '"code":"' : `"${has}":[`)
  return (bank) =>
    (wantedStatus === undefined || wantedStatus === banks.statusOf(bank)) &&
    (wantedTypes === undefined || wantedTypes.has(banks.types[bank] as number)) &&
    (keyText === undefined || banks.rowBytesOf(bank).includes(keyText))
}
