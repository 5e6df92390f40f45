/** The library: looks up banks in this process, without the HTTP service. */
import './check-node-version.cjs'
import type { OpenOptions } from './open-data.ts'
import type { BankDirectory } from './result-types.ts'

export { DatasetError } from '../dataset/dataset-error.ts'
export type { InstitutionId } from '../directory/accounts/check/account-check-schema.ts'
export type { BuildFacts } from '../directory/builds/build-schema.ts'
export type { BankRail } from '../directory/rail-reach.ts'
export type { SupportedCountry, SupportedRegion } from '../directory/records/country-record.ts'
export { LookupError } from '../directory/requests/lookup-error.ts'
export type { Explanation } from '../directory/search/explain.ts'
export type { AccountToCheck, BranchOptions, ListOptions, SearchOptions } from './bank-directory.ts'
export type { OpenOptions } from './open-data.ts'
export type {
  AccountField,
  AccountRequirements,
  Bank,
  BankDetail,
  BankDirectory,
  BranchPage,
  CheckedAccount,
  CheckedField,
  ExplainedBank,
  FoundBank,
  Holder,
  PaymentMethod,
  Reading,
  Resolved,
} from './result-types.ts'

/** Opens the directory: loads the banks of all countries or of some, and their indexes. */
export async function openDirectory(options?: OpenOptions): Promise<BankDirectory> {
  // A static import would fail on an old Node, which lacks some of the imported names, before the check can run.
  const { openDirectory: open } = await import('./bank-directory.ts')
  return open(options)
}
