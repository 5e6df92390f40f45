/** Names for the types of the OpenAPI description, and the options of the methods. */
import type { components, operations, Rail, Scheme } from './api-types.ts'

type Schemas = components['schemas']

export type Bank = Schemas['Bank']
export type BankDetail = Schemas['BankDetail']
/** Lists have `rails` only if a call selects it. */
type SelectableBank = Bank & Pick<BankDetail, 'rails'>
export type BankField = keyof SelectableBank
export type BankRail = Schemas['BankRail']
export type BankStatus = Schemas['BankStatus']
export type BankType = Schemas['BankType']
export type FoundBank = Schemas['FoundBank']
export type SearchResult = Schemas['SearchResult']
export type BranchPage = Schemas['BranchPage']
/** A branch in a page of branches. */
export type BankBranch = Schemas['BankBranch']
export type SupportedCountry = Schemas['SupportedCountry']
export type SupportedRegion = Schemas['SupportedRegion']
export type SupportedCountries = Schemas['SupportedCountries']
/** What the service's data has and lacks. */
export type DataBuild = Schemas['DataBuild']
export type AccountRequirements = Schemas['AccountRequirements']
export type PaymentMethod = Schemas['PaymentMethod']
export type AccountField = Schemas['AccountField']
export type TestAccount = Schemas['TestAccount']
export type CheckedAccount = Schemas['CheckedAccount']
export type CheckedField = Schemas['CheckedField']
export type Verdict = Schemas['Verdict']
/** In a batch: an account that could not be checked, with the error code and the sentence. */
export type UncheckedAccount = Schemas['UncheckedAccount']
export type Change = Schemas['Change']
export type Changes = Schemas['Changes']
export type CreatedRecord = Schemas['CreatedRecord']

/** A bank, or the selected fields of it. */
export type SelectedBank<Field extends BankField> = [Field] extends [never] ? Bank : Pick<SelectableBank, Field>

/** The banks in a country. */
export interface BankList<Field extends BankField = never> extends Omit<Schemas['BankList'], 'banks'> {
  banks: SelectedBank<Field>[]
}

/** A bank that holds an identifier: a summary, or the selected fields. */
export type Holder<Field extends BankField = never> = [Field] extends [never]
  ? Schemas['Holder']
  : Pick<SelectableBank, Field> & Pick<Schemas['Holder'], 'relation' | 'since'>

/** One way to read an identifier. */
export interface Reading<Field extends BankField = never> extends Omit<Schemas['Reading'], 'banks'> {
  banks: Holder<Field>[]
}

/** The readings of an identifier, most likely first. */
export interface Resolved<Field extends BankField = never> extends Omit<Schemas['Resolved'], 'readings'> {
  readings: Reading<Field>[]
}

/** A number in a text. */
export interface FoundNumber<Field extends BankField = never> extends Omit<Schemas['FoundNumber'], 'readings'> {
  readings: Reading<Field>[]
}

/** The numbers in a text. */
export interface FoundNumbers<Field extends BankField = never> extends Omit<Schemas['FoundNumbers'], 'found'> {
  found: FoundNumber<Field>[]
}

type Query<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>
type ListQuery = Query<'listBanks'>
type SearchQuery = Query<'searchBanks'>

/** Options that every call accepts. */
export interface CallOptions {
  /** Aborts the call, even while it waits before a retry. The call then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined
  /** Overrides the client's `timeoutMs`. */
  timeoutMs?: number | undefined
  /** Overrides the client's `retries`. */
  retries?: number | undefined
}

export interface ListOptions<Field extends BankField = never> extends CallOptions {
  /** Only banks with this status. Default: `active`. */
  status?: ListQuery['status'] | undefined
  /** Only banks of these types. Default: all types except `official_institution`. */
  type?: BankType | readonly BankType[] | undefined
  /** Only banks with a `code` or a `bic`, or with a current code in this scheme. */
  has?: 'code' | 'bic' | Scheme | undefined
  /** Only banks that money reaches over this payment rail. */
  rail?: Rail | undefined
  /** Only banks in this state or county, as in their field `region`. */
  region?: string | undefined
  sort?: ListQuery['sort'] | undefined
  /** Maximum number of banks. Default: all. */
  limit?: number | undefined
  /** Only these fields of each bank. */
  fields?: readonly Field[] | undefined
  /** Fields by which to count all banks of the list: the result then has `total` and `facets`. */
  facets?: readonly Schemas['ListFacetName'][] | undefined
}

export interface SearchOptions extends CallOptions {
  /** Only banks in this country or region. */
  country?: string | undefined
  /** Only banks with this status. Default: `any`. */
  status?: SearchQuery['status'] | undefined
  /** Only banks of these types. */
  type?: BankType | readonly BankType[] | undefined
  /** As in `listBanks`. */
  has?: 'code' | 'bic' | Scheme | undefined
  /** As in `listBanks`. */
  rail?: Rail | undefined
  /** As in `listBanks`. */
  region?: string | undefined
  /** Number of results to skip, 0 (default) to 1,000. */
  offset?: number | undefined
  /** Maximum number of results, 1 to 100. Default: 10. */
  limit?: number | undefined
  /** Fields by which to count all results: the result then has `total` and `facets`. */
  facets?: readonly Schemas['FacetName'][] | undefined
}

export interface BranchOptions extends CallOptions {
  /** Only branches with a name, a city or a code in which words start with these words. */
  q?: string | undefined
  /** Number of branches to skip, 0 (default) to 100,000. */
  offset?: number | undefined
  /** Maximum number of branches, 1 to 100. Default: 20. */
  limit?: number | undefined
}

export interface ResolveOptions<Field extends BankField = never> extends CallOptions {
  /** Country or region of the identifiers, if known. */
  country?: string | undefined
  /** Only readings of these kinds. With `reference`, digits are also read as a payment reference without `country`. */
  kinds?: readonly Reading['kind'][] | undefined
  /** Only these fields of each bank, instead of a summary. */
  fields?: readonly Field[] | undefined
  /** A BIC to compare with the bank of each identifier: the readings then have `bic_match` and `bic_note`. */
  bic?: string | null | undefined
}

export interface RequirementsOptions extends CallOptions {
  /** Whether each payment method has `test_accounts`, to test forms with. Default: false. */
  testAccounts?: boolean | undefined
}

/** An account to check. */
export interface Account {
  country: string
  /** Id of the payment method, from `accountRequirements`. */
  method: string
  /** The fields of the method by key. A field without a value counts as missing. */
  fields: Record<string, string | null | undefined>
  /** A BIC to compare with the bank of the account: the result then has `bic_match` and `bic_note`. */
  bic?: string | null | undefined
}

export interface CheckAccountsOptions extends CallOptions {
  /** Country of the accounts that have none. */
  country?: string | undefined
  /** Method of the accounts that have none. */
  method?: string | undefined
}

export interface ChangesOptions extends CallOptions {
  /** Only changes to banks in this country or region. */
  country?: string | undefined
}

export interface CreateRecordOptions extends CallOptions {
  /**
   * A value per record, so that repetitions create it only once. By default the client makes one for each call. Pass
   * your own, and store it until the record exists, to repeat the call after a restart of your program.
   */
  idempotencyKey?: string | undefined
}

export interface SyncOptions extends CallOptions {
  /** The country or region of the copy. By default, all countries. */
  country?: string | undefined
  /** The revision of the copy; without it, the first update is the complete list. */
  since?: string | undefined
  /** How often to look for changes. Without it, the iteration ends when the copy is current. */
  everyMs?: number | undefined
}

/** An update of a local copy. First replace the copy by `banks`, unless they are null; then apply `changes`. */
export interface Update {
  /** The revision of the copy after the update: store it with the copy. */
  revision: string
  /** The complete list, if the copy is new or no changes lead to the current revision; otherwise null. */
  banks: Bank[] | null
  changes: Change[]
}
