/** Filters banks by status, type and available codes. */
import { bankStatuses, bankTypes } from '../records/bank-record.ts'
import type { BankTable } from '../storage/bank-table.ts'

export interface BankFilter {
  status: (typeof bankStatuses)[number] | 'any'
  /** If undefined, a bank list includes only `listedTypes`; elsewhere, all types pass. */
  types?: readonly (typeof bankTypes)[number][] | undefined
  /**
   * `code` and `bic` select banks in which that field is not null; a scheme id selects banks with a current code in that
   * scheme.
   */
  has?: string | undefined
}

/** Returns a function that checks whether the bank with the given number passes the filter. */
export function createBankFilter({ status, types, has }: BankFilter, banks: BankTable): (bank: number) => boolean {
  const wantedStatus = status === 'any' ? undefined : bankStatuses.indexOf(status)
  const wantedTypes = types && new Set(types.map((type) => bankTypes.indexOf(type)))
  const hasCode = has === undefined ? undefined : banks.createCodeCheck(has)
  return (bank) =>
    (wantedStatus === undefined || wantedStatus === banks.statusOf(bank)) &&
    (wantedTypes === undefined || wantedTypes.has(banks.types[bank] as number)) &&
    (hasCode === undefined || hasCode(bank))
}
