/** The functions of the library. They return the same JSON as the HTTP service, as plain objects. */
import type { CheckedAccount } from '../directory/accounts/check/result-schema.ts'
import type { Directory } from '../directory/directory.ts'
import type { Finder } from '../directory/finder.ts'
import type { AccountRequirements } from '../directory/records/account-requirements.ts'
import { type Bank, type BankDetail, bankStatuses, bankTypes } from '../directory/records/bank.ts'
import type { SupportedCountry } from '../directory/records/country.ts'
import { readAccount } from '../directory/requests/account-input.ts'
import {
  type BankListParameters,
  checkHas,
  chooseList,
  listLimit,
  sortOrders,
} from '../directory/requests/bank-list-choice.ts'
import { createRequireCountry, readCountry } from '../directory/requests/country.ts'
import { readIdentifier } from '../directory/requests/identifier-input.ts'
import { isGiven } from '../directory/requests/is-given.ts'
import { lookupError } from '../directory/requests/lookup-error.ts'
import { checkQuery, queryCharactersMax, readNumber, searchLimits } from '../directory/requests/search-limits.ts'
import type { ResolvedIdentifier } from '../directory/resolve/result-schema.ts'
import type { Explanation } from '../directory/search/explain.ts'
import type { FoundBank } from '../directory/search/result-schema.ts'
import { banksIn } from '../directory/views/selected-fields.ts'

type Status = NonNullable<BankListParameters['status']>
type BankType = Bank['type']

export interface ListOptions {
  /** Default: `active`. */
  status?: Status | undefined
  /** Default: all except `official_institution`. */
  types?: readonly BankType[] | undefined
  /** `code` or `bic`: only banks in which that field is not null. A code scheme: only banks with a code in it. */
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

export interface AccountToCheck {
  country: string
  /** Id of a payment method, from `accountRequirements`. */
  method: string
  /** The fields of the method by key. */
  fields: Readonly<Record<string, string | null | undefined>>
}

export type ExplainedBank = FoundBank & { explanation?: Explanation | null }

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
  /** Finds the banks that an identifier belongs to, such as a bank code, a BIC, an IBAN or an account number. */
  resolve(identifier: string, options?: { country?: string | undefined }): ResolvedIdentifier
  /** Returns the payment methods of a country or region, with the fields of their forms. */
  accountRequirements(country: string): AccountRequirements
  /** Checks the fields of an account. */
  checkAccount(account: AccountToCheck): CheckedAccount
}

export function createBankDirectory(directory: Directory, finder: Finder): BankDirectory {
  const requireCountry = createRequireCountry(directory)
  const optionalCountry = (input: unknown): SupportedCountry | undefined =>
    isGiven(input) ? readCountry(input, requireCountry) : undefined
  return {
    revision: directory.revision,
    countries: directory.countries,
    listBanks: (country, options = {}) => {
      const { status, types, has, sort } = options
      checkOptions(options, {
        status: [...bankStatuses, 'any'],
        types: bankTypes,
        has: null,
        sort: sortOrders,
        limit: null,
      })
      const limit = readNumber('limit', options.limit, listLimit)
      const found = readCountry(country, requireCountry)
      const choice = chooseList({ status, type: types, has, sort, limit }, found, directory.packed.schemes)
      const { json } = directory.listBanks(found, choice, sort === 'prominence' ? finder.prominence : undefined)
      return [...banksIn(json)].flat()
    },
    findBank: (id) => {
      const json = directory.findBank(String(id))
      return json === undefined ? undefined : JSON.parse(json)
    },
    search: (text, options = {}) => {
      const known = {
        country: null,
        status: [...bankStatuses, 'any'],
        types: bankTypes,
        has: null,
        limit: null,
        offset: null,
        explain: null,
      }
      checkOptions(options, known)
      if (typeof text !== 'string') throw lookupError('query_missing', {})
      checkQuery(text)
      if (text.length > queryCharactersMax) throw lookupError('query_too_long', { limit: String(queryCharactersMax) })
      const { status = 'any', types, has, explain } = options
      const country = optionalCountry(options.country)
      if (has !== undefined) checkHas(has, country, directory.packed.schemes)
      const page = {
        offset: readNumber('offset', options.offset, searchLimits.offset),
        limit: readNumber('limit', options.limit, searchLimits.limit),
      }
      const banks = JSON.parse(
        `[${finder.search({ text, country, status, types, has, ...page }).join(',')}]`,
      ) as FoundBank[]
      if (!explain) return banks
      return banks.map((bank) => ({ ...bank, explanation: finder.explain(bank.id, { text, country }) ?? null }))
    },
    resolve: (identifier, { country } = {}) =>
      JSON.parse(finder.resolve(readIdentifier(identifier), optionalCountry(country))),
    accountRequirements: (input) => {
      const country = readCountry(input, requireCountry)
      const methods = [...directory.listPaymentMethods(country)]
      return { country: country.code, revision: directory.revision, count: methods.length, methods }
    },
    checkAccount: (account) => {
      const { country, method, values } = readAccount(account, directory, requireCountry)
      return JSON.parse(finder.checkAccount(country, method, values))
    },
  }
}

/** Checks the names of the options, and the values of those that have a list of values. */
function checkOptions(options: object, known: Readonly<Record<string, readonly string[] | null>>): void {
  for (const [name, value] of Object.entries(options)) {
    const allowed = known[name]
    if (allowed === undefined)
      throw lookupError('parameter_unknown', { value: name, known: Object.keys(known).join(', ') })
    if (allowed === null || value === undefined) continue
    for (const item of Array.isArray(value) ? value : [value]) {
      if (allowed.includes(item)) continue
      throw lookupError('parameter_malformed', { name, value: item, allowed: `one of ${allowed.join(', ')}` })
    }
  }
}
