/** The functions of the library. They return the same JSON as the HTTP service, as plain objects. */
import type { CheckedAccount } from '../directory/accounts/check/account-check-schema.ts'
import { requirementsWithTestAccounts } from '../directory/accounts/test-accounts.ts'
import type { BranchPage } from '../directory/branches/branch-page.ts'
import type { BuildFacts, Missing } from '../directory/builds/build-schema.ts'
import { createCountryFinder } from '../directory/country-finder.ts'
import { createDirectory, type Lookups } from '../directory/lookups.ts'
import type { AccountRequirements } from '../directory/records/account-requirements-record.ts'
import type { Bank, BankDetail, bankTypes } from '../directory/records/bank-record.ts'
import type { SupportedCountry, SupportedRegion } from '../directory/records/country-record.ts'
import { lookupError } from '../directory/requests/lookup-error.ts'
import {
  chooseList,
  readAccount,
  readBic,
  readBranchQuery,
  readIdentifier,
  readKinds,
  readSearch,
  readText,
  type sortOrders,
  type statusChoices,
} from '../directory/requests/parameters.ts'
import { isGiven } from '../directory/requests/values.ts'
import type { ReadingKind } from '../directory/resolve/reading.ts'
import {
  type HolderSummary,
  type ReadingResult,
  type ResolvedIdentifier,
  resultSizes,
} from '../directory/resolve/resolve-schema.ts'
import { runToEnd } from '../directory/run-to-end.ts'
import type { Explanation } from '../directory/search/explain.ts'
import type { FoundBank } from '../directory/search/search-schema.ts'
import type { PackedDirectory } from '../directory/storage/packed-directory.ts'
import { banksIn } from '../directory/views/selected-fields.ts'
import { namedCountries } from './choose-countries.ts'
import { checkOptions, type OpenedData, type OpenOptions, openData } from './open-data.ts'

type Status = (typeof statusChoices)[number]
type BankType = (typeof bankTypes)[number]

export interface ListOptions {
  /** Default: `active`. */
  status?: Status | undefined
  /** Default: all except `official_institution`. */
  types?: readonly BankType[] | undefined
  /** `code`, `bic` or a code scheme: only banks that have one. */
  has?: string | undefined
  /** Id of a payment rail: only banks that money reaches over it. */
  rail?: string | undefined
  /** A state or county, as in the field `region`. */
  region?: string | undefined
  sort?: (typeof sortOrders)[number] | undefined
  /** Default: all. */
  limit?: number | undefined
}

export interface SearchOptions {
  country?: string | undefined
  /** Default: `any`. */
  status?: Status | undefined
  types?: readonly BankType[] | undefined
  /** As in `listBanks`. */
  has?: string | undefined
  /** As in `listBanks`. */
  rail?: string | undefined
  /** As in `listBanks`. */
  region?: string | undefined
  /** 1 to 100. Default: 10. */
  limit?: number | undefined
  /** 0 to 1,000. Default: 0. */
  offset?: number | undefined
  /** Whether each bank has an `explanation`: the parts of its score. */
  explain?: boolean | undefined
}

export interface NoteQuery {
  country?: string | undefined
  /** As in `listBanks`. */
  has?: string | undefined
  /** The text of the search. */
  text?: string | undefined
}

export interface BranchOptions {
  /** Only branches with a name, a city or a code in which words start with these words. */
  query?: string | undefined
  /** 1 to 100. Default: 20. */
  limit?: number | undefined
  /** 0 to 100,000. Default: 0. */
  offset?: number | undefined
}

export interface ResolveIdentifierOptions {
  country?: string | undefined
  /** Only readings of these kinds. With `reference`, digits are also read as a payment reference without `country`. */
  kinds?: readonly ReadingKind[] | undefined
  /** A BIC to compare with the bank of the identifier: each reading then has `bic_match` and `bic_note`. */
  bic?: string | null | undefined
}

export interface RequirementsOptions {
  /** Whether each payment method has `test_accounts`. Default: false. */
  testAccounts?: boolean | undefined
}

export interface AccountToCheck {
  country: string
  /** Id of a payment method, from `accountRequirements`. */
  method: string
  /** The fields of the method by key. */
  fields: Readonly<Record<string, string | null | undefined>>
  /** A BIC to compare with the bank of the account. */
  bic?: string | null | undefined
}

export interface ExplainedBank extends FoundBank {
  /** The parts of the score, with the option `explain`. */
  explanation?: Explanation | null
}

/** The library has no `fields` parameter, so every bank has all fields of a holder. */
export interface Reading extends Omit<ReadingResult, 'banks'> {
  /** The banks that hold the identifier, or may hold it. */
  banks: HolderSummary[]
}

export interface Resolved extends Omit<ResolvedIdentifier, 'readings'> {
  /** Readings, most likely first. */
  readings: Reading[]
}

export interface FoundNumber {
  /** Where the number is in the text, in UTF-16 code units. */
  start: number
  end: number
  /** Readings, most likely first; at most two. */
  readings: Reading[]
}

export interface FoundNumbers {
  /** At most 50 numbers, in the order of the text. */
  found: FoundNumber[]
  /** Revision of the data. */
  revision: string
}

export interface BankDirectory {
  /** Revision of the data. */
  readonly revision: string
  /** What this build of the data has and lacks. */
  readonly build: BuildFacts
  /** The countries and regions that are open. */
  readonly countries: readonly SupportedCountry[]
  /** The regions that are open and have codes of more than two letters, such as SEPA. */
  readonly regions: readonly SupportedRegion[]
  /** Returns the banks in a country or region, sorted by name. */
  listBanks(country: string, options?: ListOptions): Bank[]
  /** Returns the bank with all details, or undefined if there is no such bank. */
  findBank(id: string): BankDetail | undefined
  /** Finds banks by name, initials, location or code; best match first. */
  search(text: string, options?: SearchOptions): ExplainedBank[]
  /**
   * Says what this build of the data lacks for a list or, with `text`, for a search, if that leaves banks out. Null for the
   * full data, and if a search finds good matches.
   */
  noteOn(query?: NoteQuery): string | null
  /**
   * Returns the code scheme that words of the text choose, as `ng_nip` for "zenith nip", `bic` for the BIC, or null. `search`
   * leaves these words out.
   */
  searchScheme(text: string, options?: Omit<SearchOptions, 'limit' | 'offset' | 'explain'>): string | null
  /** Returns one page of the branches of a bank, sorted by code. Only some countries have lists of branches. */
  listBranches(bank: string, options?: BranchOptions): BranchPage
  /** Finds the banks that an identifier belongs to, such as a bank code, a BIC, an IBAN or an account number. */
  resolve(identifier: string, options?: ResolveIdentifierOptions): Resolved
  /** Finds the numbers of banks and accounts in a text of up to 4,096 characters, such as a mail, and resolves them. */
  findNumbers(text: string, options?: { country?: string | undefined }): FoundNumbers
  /** Returns the payment methods of a country or region, with the fields of their forms. */
  accountRequirements(country: string, options?: RequirementsOptions): AccountRequirements
  /** Checks the fields of an account. */
  checkAccount(account: AccountToCheck): CheckedAccount
}

const noteOptions = ['country', 'has', 'text']
const filters = ['status', 'types', 'has', 'rail', 'region']
const listOptions = [...filters, 'sort', 'limit']
const branchOptions = ['query', 'limit', 'offset']
const searchOptions = ['country', ...filters, 'limit', 'offset', 'explain']

export async function openDirectory(options: OpenOptions = {}): Promise<BankDirectory> {
  return createBankDirectory(createLookups(await openData(options)))
}

/** The lookups over opened data. An error says if the data has a country that is not open. */
export const createLookups = ({ packed, tables, readRevision, readBranchFile }: OpenedData): Lookups =>
  createDirectory(packed, {
    readBranchFile,
    readRevision,
    explainMissing: (input) => explainUnopened(input, packed),
  }).withIndexes(tables)

function createBankDirectory(lookups: Lookups): BankDirectory {
  const { requireCountry } = lookups
  return {
    get revision() {
      return lookups.revision
    },
    get build() {
      return structuredClone(lookups.build)
    },
    countries: deepFreeze(lookups.countries),
    regions: deepFreeze(lookups.regions),
    listBanks: (input, options = {}) => {
      checkOptions(options, listOptions)
      const country = requireCountry(input)
      const { json } = runToEnd(lookups.listBanks(country, chooseList(options, country, lookups)))
      return [...banksIn(json)].flat()
    },
    findBank: (id) => {
      const json = lookups.findBank(String(id))
      return json === undefined ? undefined : JSON.parse(json)
    },
    search: (text, options = {}) => {
      checkOptions(options, searchOptions)
      const { explain = false, ...parameters } = options
      if (typeof explain !== 'boolean')
        throw lookupError('parameter_malformed', { name: 'explain', value: explain, allowed: 'true or false' })
      const query = readSearch(text, parameters, lookups)
      const { banks }: { banks: FoundBank[] } = JSON.parse(runToEnd(lookups.search(query)))
      if (!explain) return banks
      return banks.map((bank) => ({ ...bank, explanation: lookups.explain(bank.id, query) ?? null }))
    },
    noteOn: (query = {}) => {
      checkOptions(query, noteOptions)
      const { text, country: input, has } = query
      if (text !== undefined) return JSON.parse(runToEnd(lookups.search(readSearch(text, query, lookups)))).note
      if (!isGiven(input)) return lookups.lossNotes.onBuild()
      const country = requireCountry(input)
      return lookups.lossNotes.onList(country, chooseList({ has }, country, lookups).has)
    },
    searchScheme: (text, options = {}) => {
      checkOptions(options, ['country', ...filters])
      const query = { ...readSearch(text, options, lookups), limit: 1 }
      const { scheme }: { scheme: string | null } = JSON.parse(runToEnd(lookups.search(query)))
      return scheme
    },
    listBranches: (bank, options = {}) => {
      checkOptions(options, branchOptions)
      return runToEnd(lookups.listBranches(String(bank), readBranchQuery(options)))
    },
    resolve: (identifier, options = {}) => {
      checkOptions(options, ['country', 'kinds', 'bic'])
      const country = isGiven(options.country) ? requireCountry(options.country) : undefined
      const kinds = readKinds(options.kinds)
      const view = { ...resultSizes.single, kinds, bic: readBic(options.bic) }
      return JSON.parse(lookups.resolve(readIdentifier(identifier), country, view))
    },
    findNumbers: (text, options = {}) => {
      checkOptions(options, ['country'])
      const country = isGiven(options.country) ? requireCountry(options.country) : undefined
      const found = JSON.parse(runToEnd(lookups.startFind(readText(text), country).steps))
      return { found, revision: lookups.revision }
    },
    accountRequirements: (input, options = {}) => {
      checkOptions(options, ['testAccounts'])
      const { testAccounts = false } = options
      if (typeof testAccounts !== 'boolean')
        throw lookupError('parameter_malformed', {
          name: 'testAccounts',
          value: testAccounts,
          allowed: 'true or false',
        })
      const country = requireCountry(input)
      const requirements = testAccounts
        ? requirementsWithTestAccounts(country, lookups)
        : lookups.accountRequirements(country)
      return structuredClone(requirements)
    },
    checkAccount: (account) => JSON.parse(lookups.checkAccount(readAccount(account, lookups))),
  }
}

/** Says that the data has the country but that it is not open. Called only if `input` names no open country. */
function explainUnopened(input: string, { countries, regions }: PackedDirectory): Missing | undefined {
  const all = [...countries, ...regions]
  const unopened = createCountryFinder(namedCountries(all), all).find(input)
  if (!unopened) return undefined
  const sentence = `${unopened.display_name} is not open in this directory: add it to \`countries\`.`
  return { cause: 'not_open', sentence }
}

/** The lookups use the same objects, so a caller must not change them. */
function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null)
    for (const part of Object.values(Object.freeze(value))) deepFreeze(part)
  return value
}
