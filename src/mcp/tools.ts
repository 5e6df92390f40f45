/** The tools, in the order in which a model sees them. */
import type { Tool } from './tool.ts'
import { accountRequirements } from './tools/account-requirements-tool.ts'
import { checkAccount } from './tools/check-account-tool.ts'
import { getBank } from './tools/get-bank-tool.ts'
import { listBranches } from './tools/list-branches-tool.ts'
import { listCountries } from './tools/list-countries-tool.ts'
import { resolveIdentifier } from './tools/resolve-identifier-tool.ts'
import { searchBanks } from './tools/search-banks-tool.ts'

export const tools: readonly Tool[] = [
  searchBanks,
  resolveIdentifier,
  getBank,
  listBranches,
  listCountries,
  accountRequirements,
  checkAccount,
]
