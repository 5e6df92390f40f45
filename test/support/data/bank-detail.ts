/** Finds a bank with all details and parses it. */
import type { Directory } from '../../../src/directory/lookups.ts'
import type { BankDetail } from '../../../src/directory/records/bank-record.ts'

export function findBankDetail(directory: Directory, id: string): BankDetail | undefined {
  const json = directory.findBank(id)
  return json === undefined ? undefined : JSON.parse(json)
}
