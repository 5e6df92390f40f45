/** Which banks a request asks for: by status, by type, by the codes that they have. */
import { bankStatuses, bankTypes } from '../records/bank.ts'
import type { BankTable } from '../storage/bank-table.ts'

export interface BankFilter {
  status: (typeof bankStatuses)[number] | 'any'
  /** All if undefined; in a list, the listed types. */
  types?: readonly (typeof bankTypes)[number][] | undefined
  /** `code`: banks whose `code` is not null; otherwise a code scheme: banks that have a current code in it. */
  has?: string | undefined
}

/** Whether a bank, by its number, is asked for. */
export function createBankFilter({ status, types, has }: BankFilter, banks: BankTable): (bank: number) => boolean {
  const statusWanted = status === 'any' ? undefined : bankStatuses.indexOf(status)
  const typesWanted = types && new Set(types.map((type) => bankTypes.indexOf(type)))
  // In a row every quote within a text is escaped, so only a key can look like this.
  const mark = has === undefined ? undefined : Buffer.from(has === 'code' ? '"code":"' : `"${has}":[`)
  return (bank) =>
    (statusWanted === undefined || statusWanted === banks.statusOf(bank)) &&
    (typesWanted === undefined || typesWanted.has(banks.types[bank] as number)) &&
    (mark === undefined || banks.rowBytesOf(bank).includes(mark))
}
