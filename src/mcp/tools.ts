/** The tools, in the order in which a model sees them. */
import type { Tool } from './tool.ts'
import { accountRequirements } from './tools/account-requirements.ts'
import { checkAccount } from './tools/check-account.ts'
import { getBank } from './tools/get-bank.ts'
import { listBranches } from './tools/list-branches.ts'
import { listCountries } from './tools/list-countries.ts'
import { resolveIdentifier } from './tools/resolve-identifier.ts'
import { searchBanks } from './tools/search-banks.ts'

export const tools: readonly Tool[] = [
  searchBanks,
  resolveIdentifier,
  getBank,
  listBranches,
  listCountries,
  accountRequirements,
  checkAccount,
]
