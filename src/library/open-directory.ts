/** Opens the directory: the library's functions over the data of all countries or of some. */
import { type BankDirectory, createBankDirectory } from './bank-directory.ts'
import { type OpenOptions, openData } from './open-data.ts'

export type { OpenOptions } from './open-data.ts'

export async function openDirectory(options: OpenOptions = {}): Promise<BankDirectory> {
  return createBankDirectory(await openData(options))
}
