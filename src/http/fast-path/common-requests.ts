/** The requests that the fast path handles: the common form of each lookup. */
import { isGiven } from '../../directory/requests/lookup-error.ts'
import { apiPaths } from '../api-paths.ts'
import { urlHoldsKey } from '../errors/redaction.ts'
import type { Lookup, LookupResponse } from '../lookups/lookup.ts'
import type { BankListQuery } from '../parsers/bank-list-query.ts'
import { createBodyReader, createQueryReader } from '../parsers/plain-parameters.ts'
import { requirementsQuerySchema, requirementsResponse } from '../routes/account-requirements-route.ts'
import { bankPath, bankResponse } from '../routes/bank-route.ts'
import { bankListQuerySchema, banksResponse, countrySelectorSchema, openBanksResponse } from '../routes/banks-route.ts'
import {
  type IdentifierSelector,
  identifierSelectorSchema,
  type ResolveParameters,
  resolveQuerySchema,
  resolveResponse,
} from '../routes/resolve-route.ts'
import { type SearchParameters, searchQuerySchema, searchResponse } from '../routes/search-route.ts'
import { countriesResponse } from '../routes/supported-countries-route.ts'

export interface CommonRequest {
  /** The pattern of the route, as metrics count it. */
  pattern: string
  readsBody: boolean
  /** `parameters`: the query string, or the id of the bank. Returns undefined, or throws, if the framework must respond. */
  respond(parameters: string, lookup: Lookup, body: Buffer | undefined): LookupResponse | undefined
}

const readListQuery = createQueryReader<BankListQuery & { country: string }>(bankListQuerySchema)
const readCountry = createBodyReader<{ country: string }>(countrySelectorSchema)
const readRequirementsQuery = createQueryReader<{ country: string }>(requirementsQuerySchema)
const readSearchQuery = createQueryReader<SearchParameters>(searchQuerySchema)
const readResolveQuery = createQueryReader<ResolveParameters>(resolveQuerySchema)
const readIdentifier = createBodyReader<IdentifierSelector>(identifierSelectorSchema)

const countries: CommonRequest = {
  pattern: apiPaths.supportedCountries,
  readsBody: false,
  respond: (query, lookup) => (query === '' ? countriesResponse(lookup) : undefined),
}

const listByQuery: CommonRequest = {
  pattern: apiPaths.banks,
  readsBody: false,
  respond: (query, lookup) => {
    const parameters = readListQuery(query)
    return parameters && banksResponse(parameters, lookup)
  },
}

const listByBody: CommonRequest = {
  pattern: apiPaths.banks,
  readsBody: true,
  respond: (query, lookup, body) => {
    const selector = query === '' && body ? readCountry(body) : undefined
    return selector && openBanksResponse(selector, lookup)
  },
}

const bank: CommonRequest = {
  pattern: bankPath,
  readsBody: false,
  respond: bankResponse,
}

const search: CommonRequest = {
  pattern: apiPaths.search,
  readsBody: false,
  respond: (query, lookup) => {
    // The search text is the only parameter that can hold a key, which the framework rejects.
    const parameters = urlHoldsKey(query) ? undefined : readSearchQuery(query)
    return parameters && searchResponse(parameters, lookup)
  },
}

const resolve: CommonRequest = {
  pattern: apiPaths.resolve,
  readsBody: true,
  respond: (query, lookup, body) => {
    const selector = body && readIdentifier(body)
    const parameters = query === '' ? {} : readResolveQuery(query)
    return selector && parameters && !isGiven(selector.identifiers)
      ? resolveResponse(selector, parameters, lookup)
      : undefined
  },
}

const requirementsByQuery: CommonRequest = {
  pattern: apiPaths.accountRequirements,
  readsBody: false,
  respond: (query, lookup) => {
    const selector = readRequirementsQuery(query)
    return selector && requirementsResponse(selector, lookup)
  },
}

const requirementsByBody: CommonRequest = {
  pattern: apiPaths.accountRequirements,
  readsBody: true,
  respond: (query, lookup, body) => {
    const selector = query === '' && body ? readCountry(body) : undefined
    return selector && requirementsResponse(selector, lookup)
  },
}

const byMethodAndPath = new Map<string, CommonRequest>()
for (const [method, path, request] of [
  ['GET', apiPaths.supportedCountries, countries],
  ['POST', apiPaths.supportedCountries, countries],
  ['GET', apiPaths.banks, listByQuery],
  ['POST', apiPaths.banks, listByBody],
  ['GET', apiPaths.search, search],
  ['POST', apiPaths.resolve, resolve],
  ['GET', apiPaths.accountRequirements, requirementsByQuery],
  ['POST', apiPaths.accountRequirements, requirementsByBody],
] as const) {
  const withoutSlash = path.replace(/\/$/, '')
  byMethodAndPath.set(`${method} ${withoutSlash}`, request).set(`${method} ${withoutSlash}/`, request)
}

/** `GET /v1/banks/ng-access-bank`, with an id that needs no decoding. */
const bankRequest = new RegExp(`^GET ${apiPaths.banks}/([a-z0-9-]+)/?$`)

export const commonRequests: readonly CommonRequest[] = [...new Set([...byMethodAndPath.values(), bank])]

/** Finds the common request that `method` and `url` select, and its parameters. */
export function findCommonRequest(
  method: string,
  url: string,
): { common: CommonRequest; parameters: string } | undefined {
  const line = `${method} ${url}`
  const question = line.indexOf('?')
  const common = byMethodAndPath.get(question === -1 ? line : line.slice(0, question))
  if (common) return { common, parameters: question === -1 ? '' : line.slice(question + 1) }
  const id = bankRequest.exec(line)?.[1]
  return id === undefined ? undefined : { common: bank, parameters: id }
}
