/** The directory: the lists of banks, the payment methods of each country, and the branch lists. */
import { createPaymentMethods, type PaymentMethods } from './accounts/payment-methods.ts'
import { type BankLists, createBankLists } from './bank-lists.ts'
import type { ReadBranchFile } from './branches/branch-list.ts'
import { type Branches, createBranches } from './branches/branches.ts'
import type { PackedDirectory } from './storage/packed-directory.ts'

export type { BankRows } from './storage/list-json.ts'

export interface Directory extends BankLists, PaymentMethods {
  branches: Branches
  readBranchFile: ReadBranchFile | undefined
}

/** Without `readBranchFile`, branch codes are not looked up. */
export const createDirectory = (packed: PackedDirectory, readBranchFile?: ReadBranchFile): Directory => ({
  ...createBankLists(packed),
  ...createPaymentMethods(packed),
  branches: createBranches(packed, readBranchFile),
  readBranchFile,
})
