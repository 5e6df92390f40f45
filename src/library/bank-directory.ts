/** The functions of the library. They return the same JSON as the HTTP service, as plain objects. */
import type { CheckedAccount } from '../directory/accounts/check/account-check-schema.ts'
import { createBankLists } from '../directory/bank-lists.ts'
import { createBranchLister } from '../directory/branches/bank-branches.ts'
import { type BranchPage, branchLimits } from '../directory/branches/branch-page.ts'
import { createBranches } from '../directory/branches/branches.ts'
import { createCountryFinder } from '../directory/country-finder.ts'
import { createIndexes } from '../directory/indexes.ts'
import type { AccountRequirements } from '../directory/records/account-requirements-record.ts'
import { type Bank, type BankDetail, bankStatuses, bankTypes } from '../directory/records/bank-record.ts'
import type { SupportedCountry } from '../directory/records/country-record.ts'
import { isObject, readAccount } from '../directory/requests/account-input.ts'
import {
  type BankListParameters,
  checkHas,
  chooseList,
  listLimit,
  sortOrders,
} from '../directory/requests/bank-list-choice.ts'
import { createRequireCountry, readCountry } from '../directory/requests/country-input.ts'
import { readIdentifier } from '../directory/requests/identifier-input.ts'
import { isGiven, lookupError } from '../directory/requests/lookup-error.ts'
import { readNumber, readOptionalQuery, readQuery, searchLimits } from '../directory/requests/search-input.ts'
import type { HolderSummary, ReadingResult, ResolvedIdentifier } from '../directory/resolve/resolve-schema.ts'
import { runToEnd } from '../directory/run-to-end.ts'
import type { Explanation } from '../directory/search/explain.ts'
import type { FoundBank } from '../directory/search/search-schema.ts'
import { createSearcher } from '../directory/searcher.ts'
import type { PackedDirectory } from '../directory/storage/packed-directory.ts'
import { banksIn } from '../directory/views/selected-fields.ts'
import { loadIdentifierLookups, loadPaymentMethods } from './load-on-demand.ts'
import { namedCountries } from './named-countries.ts'
import type { OpenedData } from './open-data.ts'
import { checkOptions, flag, listOf, oneOf } from './options.ts'

type Status = NonNullable<BankListParameters['status']>
type BankType = Bank['type']

export interface ListOptions {
  /** Default: `active`. */
  status?: Status | undefined
  /** Default: all except `official_institution`. */
  types?: readonly BankType[] | undefined
  /** `code`, or a code scheme: only banks with a code in it. */
  has?: string | undefined
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
  /** 1 to 100. Default: 10. */
  limit?: number | undefined
  /** 0 to 1,000. Default: 0. */
  offset?: number | undefined
  /** Whether each bank has an `explanation`: the parts of its score. */
  explain?: boolean | undefined
}

export interface BranchOptions {
  /** Only branches with a name, a city or a code in which words start with these words. */
  query?: string | undefined
  /** 1 to 100. Default: 20. */
  limit?: number | undefined
  /** 0 to 100,000. Default: 0. */
  offset?: number | undefined
}

export interface AccountToCheck {
  country: string
  /** Id of a payment method, from `accountRequirements`. */
  method: string
  /** The fields of the method by key. */
  fields: Readonly<Record<string, string | null | undefined>>
}

export type ExplainedBank = FoundBank & { explanation?: Explanation | null }

/** The library has no `fields` parameter, so every bank has all fields of a holder. */
export interface Resolved extends Omit<ResolvedIdentifier, 'readings'> {
  readings: (Omit<ReadingResult, 'banks'> & { banks: HolderSummary[] })[]
}

export interface BankDirectory {
  /** Revision of the data. */
  readonly revision: string
  /** The countries and regions that are open. */
  readonly countries: readonly SupportedCountry[]
  /** Returns the banks in a country or region, sorted by name. */
  listBanks(country: string, options?: ListOptions): Bank[]
  /** Returns the bank with all details, or undefined if there is no such bank. */
  findBank(id: string): BankDetail | undefined
  /** Finds banks by name, initials, location or code; best match first. */
  search(text: string, options?: SearchOptions): ExplainedBank[]
  /** Returns one page of the branches of a bank, sorted by code. Only some countries have lists of branches. */
  listBranches(bank: string, options?: BranchOptions): BranchPage
  /** Finds the banks that an identifier belongs to, such as a bank code, a BIC, an IBAN or an account number. */
  resolve(identifier: string, options?: { country?: string | undefined }): Resolved
  /** Returns the payment methods of a country or region, with the fields of their forms. */
  accountRequirements(country: string): AccountRequirements
  /** Checks the fields of an account. */
  checkAccount(account: AccountToCheck): CheckedAccount
}

const filters = { status: oneOf([...bankStatuses, 'any']), types: listOf(bankTypes), has: null }
const listOptions = { ...filters, sort: oneOf(sortOrders), limit: null }
const branchOptions = { query: null, limit: null, offset: null }
const searchOptions = { country: null, ...filters, limit: null, offset: null, explain: flag }

export function createBankDirectory({ packed, tables, readRevision, readBranchFile }: OpenedData): BankDirectory {
  const lists = createBankLists(packed)
  const requireCountry = createRequireCountry({
    ...lists,
    explainOmission: (input) => explainUnopened(input, packed) ?? lists.explainOmission(input),
  })
  const optionalCountry = (input: unknown): SupportedCountry | undefined =>
    isGiven(input) ? readCountry(input, requireCountry) : undefined
  // Created on first use, because each takes some milliseconds.
  const indexes = lazy(() => createIndexes(packed, tables))
  const branches = lazy(() => createBranches(packed, readBranchFile))
  const branchLister = lazy(() => createBranchLister(packed, branches()))
  const searcher = lazy(() => createSearcher(packed, indexes()))
  const lookups = lazy(() => loadIdentifierLookups().createIdentifierLookups(packed, indexes(), branches()))
  const methods = lazy(() => loadPaymentMethods().createPaymentMethods(packed))

  return {
    get revision() {
      return readRevision()
    },
    countries: deepFreeze(lists.countries),
    listBanks: (country, options = {}) => {
      checkOptions(options, listOptions)
      const { status, types, has, sort } = options
      const limit = readNumber('limit', options.limit, listLimit)
      const found = readCountry(country, requireCountry)
      const choice = chooseList({ status, type: types, has, sort, limit }, found, packed.schemes)
      const prominence = sort === 'prominence' ? tables.search.prominence : undefined
      return [...banksIn(lists.listBanks(found, choice, prominence).json)].flat()
    },
    findBank: (id) => {
      const json = lists.findBank(String(id))
      return json === undefined ? undefined : JSON.parse(json)
    },
    search: (text, options = {}) => {
      checkOptions(options, searchOptions)
      const query = { text: readQuery(text), country: optionalCountry(options.country) }
      const { status = 'any', types, has } = options
      if (has !== undefined) checkHas(has, query.country, packed.schemes)
      const page = {
        offset: readNumber('offset', options.offset, searchLimits.offset),
        limit: readNumber('limit', options.limit, searchLimits.limit),
      }
      const banks: FoundBank[] = JSON.parse(
        `[${searcher()
          .search({ ...query, status, types, has, ...page })
          .join(',')}]`,
      )
      if (!options.explain) return banks
      return banks.map((bank) => ({ ...bank, explanation: searcher().explain(bank.id, query) ?? null }))
    },
    listBranches: (bank, options = {}) => {
      checkOptions(options, branchOptions)
      const query = {
        text: readOptionalQuery(options.query),
        offset: readNumber('offset', options.offset, branchLimits.offset),
        limit: readNumber('limit', options.limit, branchLimits.limit),
      }
      return runToEnd(branchLister()(String(bank), query))
    },
    resolve: (identifier, options = {}) => {
      checkOptions(options, { country: null })
      return JSON.parse(lookups().resolve(readIdentifier(identifier), optionalCountry(options.country)))
    },
    accountRequirements: (country) => {
      const found = readCountry(country, requireCountry)
      return structuredClone(loadPaymentMethods().requirementsOf(found, methods(), readRevision()))
    },
    checkAccount: (account) => {
      if (!isObject(account)) throw lookupError('account_malformed', {})
      const { country, method, values } = readAccount(account, methods(), requireCountry)
      return JSON.parse(lookups().checkAccount(country, method, values))
    },
  }
}

/** Says that the data has the country but that it is not open. Called only if `input` names no open country. */
function explainUnopened(input: string, { countries }: PackedDirectory): string | undefined {
  const unopened = createCountryFinder(namedCountries(countries), countries).find(input)
  return unopened && `${unopened.display_name} is not open in this directory: add it to \`countries\`.`
}

/** The lookups use the same objects, so a caller must not change them. */
function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null)
    for (const part of Object.values(Object.freeze(value))) deepFreeze(part)
  return value
}

function lazy<Value>(create: () => Value): () => Value {
  let created: Value | undefined
  return () => {
    created ??= create()
    return created
  }
}
