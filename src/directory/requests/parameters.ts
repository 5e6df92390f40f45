/**
 * Reads the parameters of each lookup, which no schema has checked. An error names the parameter and says what to use
 * instead.
 */

import type { AccountRequest } from '../accounts/check/check-account.ts'
import type { BranchQuery } from '../branches/bank-branches.ts'
import { branchLimits } from '../branches/branch-page.ts'
import type { BankListQuery, Directory } from '../lookups.ts'
import type { PaymentMethod } from '../records/account-requirements-record.ts'
import { bankStatuses, bankTypes, listedTypes } from '../records/bank-record.ts'
import { memberCodes, type SupportedCountry } from '../records/country-record.ts'
import type { Rail } from '../records/rail-record.ts'
import { type ReadingKind, readingKinds } from '../resolve/reading.ts'
import { facetNames } from '../search/search-schema.ts'
import type { SearchQuery } from '../searcher.ts'
import { type BankField, bankFields, selectableFields } from '../views/selected-fields.ts'
import { lookupError } from './lookup-error.ts'
import { isGiven, isObject, readChoice, readChoices, readNumber, readOptionalQuery, readQuery } from './values.ts'

/** As a JSON Schema: the API publishes it. */
export const listLimit = { type: 'integer', minimum: 1, maximum: 9_999 } as const
export const sortOrders = ['name', 'prominence'] as const
export const statusChoices = [...bankStatuses, 'any'] as const

/** Values that no schema has checked. */
type Unchecked<Name extends string> = Partial<Record<Name, unknown>>

/**
 * `types` and `fields` are undefined if they equal the default, even if the caller sent them, and have no duplicates and one
 * order, like `facets`, so that each list has only one cache key.
 */
export interface BankListChoice extends BankListQuery {
  fields: readonly BankField[] | undefined
}

/** By which a list of banks counts them: all banks of a list are in its country. */
export const listFacetNames = facetNames.filter((name) => name !== 'country')

export const chooseList = (
  parameters: Unchecked<'status' | 'types' | 'has' | 'rail' | 'region' | 'sort' | 'limit' | 'fields' | 'facets'>,
  country: SupportedCountry,
  directory: Pick<Directory, 'packed' | 'rails' | 'lossNotes'>,
): BankListChoice => {
  const { status, types, has, rail, region, sort, limit, fields, facets } = parameters
  return {
    status: readChoice('status', status, statusChoices) ?? 'active',
    types: normalize(readChoices('types', types, bankTypes), bankTypes, listedTypes),
    has: checkHas(has, country, directory),
    rail: checkRail(rail, country, directory),
    region: checkRegion(region, country, directory),
    sort: readChoice('sort', sort, sortOrders) ?? 'name',
    limit: readNumber('limit', limit, listLimit),
    fields: normalize(readChoices('fields', fields, selectableFields), selectableFields, bankFields),
    facets: normalize(readChoices('facets', facets, listFacetNames), listFacetNames, []),
  }
}

/** Returns the given values without duplicates, in the order of `all`, or undefined if they equal the default. */
function normalize<Value>(
  given: readonly Value[] | undefined,
  all: readonly Value[],
  byDefault: readonly Value[],
): Value[] | undefined {
  if (given === undefined) return undefined
  const selected = all.filter((value) => given.includes(value))
  const isDefault = selected.length === byDefault.length && byDefault.every((value) => selected.includes(value))
  return isDefault ? undefined : selected
}

/**
 * Accepts every code scheme of the country, or of any country if none is given, even a scheme without codes at the
 * moment: a data update must not turn a valid request into an error.
 */
function checkHas(
  has: unknown,
  country: SupportedCountry | undefined,
  { packed: { schemes }, lossNotes }: Pick<Directory, 'packed' | 'lossNotes'>,
): string | undefined {
  if (has === undefined || has === 'code' || has === 'bic') return has
  const scheme = schemes.get(has as string)
  const isInCountry = !country || [...memberCodes(country), '*'].includes(scheme?.country ?? '')
  if (scheme && isInCountry) return has as string
  const used = country?.bank_codes.map(({ scheme: id }) => id) ?? []
  const schemeChoice = country ? `a code scheme of ${country.code}: ${used.join(', ')}` : 'a code scheme such as ng_nip'
  const allowed = country && used.length === 0 ? '"code" or "bic"' : `"code", "bic", or ${schemeChoice}`
  const missing = scheme ? undefined : lossNotes.missingScheme(has)
  throw lookupError('parameter_malformed', { name: 'has', value: has, allowed }, missing)
}

/** Accepts every rail of the country or region, or of any country if none is given. */
function checkRail(
  id: unknown,
  country: SupportedCountry | undefined,
  { packed, rails }: Pick<Directory, 'packed' | 'rails'>,
): Rail | undefined {
  if (id === undefined) return undefined
  const ofCountry = country && memberCodes(country).flatMap((code) => rails.inCountry(code))
  const known = new Set(ofCountry ?? packed.rails)
  const rail = [...known].find((one) => one.id === id)
  if (rail) return rail
  const ids = [...known].map((one) => one.id).join(', ')
  const allowed = country
    ? ids === ''
      ? `no rail: the directory has none for ${country.code}`
      : `a rail of ${country.code}: ${ids}`
    : `one of ${ids}`
  throw lookupError('parameter_malformed', { name: 'rail', value: id, allowed })
}

/**
 * Accepts every region of the banks in the country, or in any country if none is given, and those of the country's record, which
 * has names for them: a data update must not turn a valid request into an error.
 */
function checkRegion(
  region: unknown,
  country: SupportedCountry | undefined,
  { packed }: Pick<Directory, 'packed'>,
): string | undefined {
  if (region === undefined) return undefined
  const codes = country ? memberCodes(country) : [...packed.banks.keys()]
  const known = new Set(codes.flatMap((code) => regionsOf(code, packed)))
  if (known.has(region as string)) return region as string
  const place = country ? `of ${country.code}` : 'of a bank'
  const allowed =
    known.size === 0
      ? `no region: the banks ${place} have none`
      : `a region ${place} as in the data: ${[...known].sort().join(', ')}`
  throw lookupError('parameter_malformed', { name: 'region', value: region, allowed })
}

/** Returns the states or counties of the banks in a country. */
export const regionsOf = (country: string, { banks, countries }: Directory['packed']): string[] => [
  ...new Set([
    ...(banks.get(country)?.regions.filter((region) => region !== '') ?? []),
    ...Object.keys(countries.find(({ code }) => code === country)?.regions ?? {}),
  ]),
]

export const identifierCharactersMax = 100
/** The longest text in which numbers are found. */
export const textCharactersMax = 4_096

export const isValidIdentifier = (identifier: unknown): identifier is string =>
  typeof identifier === 'string' && identifier.trim() !== '' && identifier.length <= identifierCharactersMax

export function readIdentifier(identifier: unknown): string {
  if (isValidIdentifier(identifier)) return identifier
  throw lookupError('identifier_malformed', { limit: String(identifierCharactersMax) })
}

/** The kinds of readings to return; undefined for all. */
export function readKinds(kinds: unknown): ReadingKind[] | undefined {
  if (!isGiven(kinds)) return undefined
  const isKind = (kind: unknown): kind is ReadingKind => readingKinds.includes(kind as ReadingKind)
  if (Array.isArray(kinds) && kinds.length > 0 && kinds.every(isKind)) return kinds
  throw lookupError('kinds_malformed', { known: readingKinds.join(', ') })
}

export function readText(text: unknown): string {
  if (typeof text === 'string' && text.trim() !== '' && text.length <= textCharactersMax) return text
  throw lookupError('text_malformed', { limit: String(textCharactersMax) })
}

/** As JSON Schemas: the API publishes them. */
export const searchLimits = {
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
  /**
   * Higher offsets are rejected. They would be expensive, because the search has to rank all banks on the earlier pages
   * too, and people do not read that far.
   */
  offset: { type: 'integer', minimum: 0, maximum: 1_000, default: 0 },
} as const

export function readSearch(
  text: unknown,
  parameters: Unchecked<'country' | 'status' | 'types' | 'has' | 'rail' | 'region' | 'limit' | 'offset' | 'facets'>,
  directory: Pick<Directory, 'requireCountry' | 'packed' | 'rails' | 'lossNotes'>,
): SearchQuery {
  const { status, types, has, rail, region, limit, offset, facets } = parameters
  const query = readQuery(text)
  const country = isGiven(parameters.country) ? directory.requireCountry(parameters.country) : undefined
  return {
    text: query,
    country,
    status: readChoice('status', status, statusChoices) ?? 'any',
    types: readChoices('types', types, bankTypes),
    has: checkHas(has, country, directory),
    rail: checkRail(rail, country, directory),
    region: checkRegion(region, country, directory),
    limit: readNumber('limit', limit, searchLimits.limit),
    offset: readNumber('offset', offset, searchLimits.offset),
    facets: readChoices('facets', facets, facetNames),
  }
}

export const readBranchQuery = ({ query, limit, offset }: Unchecked<'query' | 'limit' | 'offset'>): BranchQuery => ({
  text: readOptionalQuery(query),
  limit: readNumber('limit', limit, branchLimits.limit),
  offset: readNumber('offset', offset, branchLimits.offset),
})

export const fieldCharactersMax = 100

export type AccountInput = Unchecked<'country' | 'method' | 'fields' | 'bic'>

export function readAccount(
  input: unknown,
  directory: Pick<Directory, 'requireCountry' | 'listPaymentMethods' | 'lossNotes'>,
): AccountRequest {
  if (!isObject(input)) throw lookupError('account_malformed', {})
  const country = directory.requireCountry(input.country)
  const method = methodOf(input.method, country, directory)
  return { country, method, values: valuesOf(input.fields, method), bic: readBic(input.bic) }
}

/** Null and empty values count as missing. Whether it is a BIC is part of the result. */
export function readBic(value: unknown): string | undefined {
  if (!isGiven(value) || (typeof value === 'string' && value.trim() === '')) return undefined
  if (typeof value === 'string' && value.length <= fieldCharactersMax) return value
  throw lookupError('field_malformed', { name: 'bic', limit: String(fieldCharactersMax) })
}

function methodOf(
  input: unknown,
  country: SupportedCountry,
  { listPaymentMethods, lossNotes }: Pick<Directory, 'listPaymentMethods' | 'lossNotes'>,
): PaymentMethod {
  const methods = listPaymentMethods(country)
  const method = methods.find(({ id }) => id === input)
  if (method) return method
  const choice = { known: methods.map(({ id }) => id).join(', '), country: country.code.toLowerCase() }
  if (!isGiven(input)) throw lookupError('payment_method_missing', choice)
  throw lookupError('payment_method_unknown', { value: input, ...choice }, lossNotes.missingMethod(country, input))
}

/** Returns the values of the fields that the request has. Null and empty values count as missing. */
function valuesOf(input: unknown, { id: method, fields }: PaymentMethod): Record<string, string> {
  if (!isObject(input)) throw lookupError('account_malformed', {})
  const keys = fields.map(({ key }) => key)
  const unknown = Object.keys(input).find((key) => !keys.includes(key))
  if (unknown !== undefined) throw lookupError('field_unknown', { value: unknown, method, known: keys.join(', ') })
  const values: Record<string, string> = {}
  for (const { key, required } of fields) {
    const value = Object.hasOwn(input, key) ? (input[key] ?? '') : ''
    if (typeof value !== 'string' || value.length > fieldCharactersMax) {
      throw lookupError('field_malformed', { name: key, limit: String(fieldCharactersMax) })
    }
    if (value.trim() !== '') values[key] = value
    else if (required) {
      const needed = fields.filter((field) => field.required).map((field) => field.key)
      throw lookupError('field_missing', { name: key, method, needed: needed.join(', ') })
    }
  }
  return values
}
