/** Filters banks by status, by type and by the codes that they have. */
import { bankStatuses, bankTypes } from '../records/bank.ts'
import type { BankTable } from '../storage/bank-table.ts'

export interface BankFilter {
  status: (typeof bankStatuses)[number] | 'any'
  /** If undefined: `listedTypes` in lists, all types elsewhere. */
  types?: readonly (typeof bankTypes)[number][] | undefined
  /** Either `code`, for banks whose `code` is not null, or a code scheme, for banks that have a current code in it. */
  has?: string | undefined
}

/** Returns a function that checks whether the bank with the given number passes the filter. */
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
