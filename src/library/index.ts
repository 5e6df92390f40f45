/** The library: looks up banks in this process, without the HTTP service. */
import './check-node-version.cjs'
import { existsSync } from 'node:fs'
import { DatasetError } from '../dataset/dataset-error.ts'
import type { OpenOptions } from './open-data.ts'
import type { BankDirectory } from './result-types.ts'

export type { InstitutionId } from '../directory/accounts/check/account-check-schema.ts'
export type { BuildFacts } from '../directory/builds/build-schema.ts'
export type { BankRail } from '../directory/rail-reach.ts'
export type { SupportedCountry, SupportedRegion } from '../directory/records/country-record.ts'
export { LookupError } from '../directory/requests/lookup-error.ts'
export type { Explanation } from '../directory/search/explain.ts'
export type {
  AccountToCheck,
  BranchOptions,
  ListOptions,
  RequirementsOptions,
  SearchOptions,
} from './bank-directory.ts'
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
  TestAccount,
} from './result-types.ts'

export { DatasetError }

/** Opens the directory: loads the banks of all countries or of some, and their indexes. */
export async function openDirectory(options?: OpenOptions): Promise<BankDirectory> {
  if (isBundled()) {
    throw new DatasetError(
      'The data and the modules of bank-lookup are not next to the program: a bundler has copied its code. ' +
        'Mark bank-lookup as external in the bundler, and install the package where the program runs.',
    )
  }
  // A static import would fail on an old Node, which lacks some of the imported names, before the check can run.
  const { openDirectory: open } = await import('./bank-directory.ts')
  return open(options)
}

/** In a bundle, the other files of the library are missing. CommonJS bundles have no URL of the module. */
function isBundled(): boolean {
  const url = import.meta.url as string | undefined
  return !url || !existsSync(new URL('./check-node-version.cjs', url))
}
