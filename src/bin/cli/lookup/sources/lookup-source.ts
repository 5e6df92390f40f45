/**
 * Where the commands look up banks: in the data of this installation, or in a running service (`--url`). Both return the
 * JSON of the HTTP API, so the output is the same. Errors are `LookupError`s.
 */
import type { BranchPage } from '../../../../directory/branches/branch-page.ts'
import type { BuildFacts } from '../../../../directory/builds/build-schema.ts'
import type { AccountRequirements } from '../../../../directory/records/account-requirements-record.ts'
import type { BankDetail } from '../../../../directory/records/bank-record.ts'
import type { SupportedCountry } from '../../../../directory/records/country-record.ts'
import type { BankList, SupportedCountries } from '../../../../directory/records/list-schemas.ts'
import type { FoundNumbers, ResolvedIdentifier } from '../../../../directory/resolve/resolve-schema.ts'
import type {
  BranchOptions,
  ExplainedBank,
  ListOptions,
  RequirementsOptions,
  ResolveIdentifierOptions,
  SearchOptions,
} from '../../../../library/bank-directory.ts'

export interface SearchResult {
  query: string
  country: string | null
  scheme: string | null
  count: number
  note: string | null
  banks: ExplainedBank[]
}

export interface LookupSource {
  build(): Promise<BuildFacts>
  countries(): Promise<SupportedCountries>
  listBanks(country: string, options: ListOptions): Promise<BankList & { of: SupportedCountry }>
  /** Resolves to undefined if there is no such bank. */
  findBank(id: string): Promise<BankDetail | undefined>
  search(text: string, options: SearchOptions): Promise<SearchResult>
  listBranches(bank: string, options: BranchOptions): Promise<BranchPage>
  resolve(identifier: string, options: ResolveIdentifierOptions): Promise<ResolvedIdentifier>
  /** Resolves to one result per identifier, with fewer readings and banks than `resolve` gives. */
  resolveAll(identifiers: readonly string[], options: ResolveIdentifierOptions): Promise<ResolvedIdentifier[]>
  findNumbers(text: string, country: string | undefined): Promise<FoundNumbers>
  requirements(country: string, options?: RequirementsOptions): Promise<AccountRequirements>
}
