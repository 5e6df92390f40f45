/** The directory: the lists of banks, and the payment methods of each country. */
import { createPaymentMethods, type PaymentMethods } from './accounts/payment-methods.ts'
import { type BankLists, createBankLists } from './bank-lists.ts'
import type { PackedDirectory } from './storage/packed-directory.ts'

export type { BankRows } from './storage/list-json.ts'

export interface Directory extends BankLists, PaymentMethods {}

export const createDirectory = (packed: PackedDirectory): Directory => ({
  ...createBankLists(packed),
  ...createPaymentMethods(packed),
})
