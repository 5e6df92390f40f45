/** The list of banks that the parameters of a request select. */
import { bankTypes, listedTypes } from '../records/bank-record.ts'
import type { SupportedCountry } from '../records/country-record.ts'
import type { Scheme } from '../records/scheme.ts'
import type { BankFilter } from '../views/bank-filter.ts'
import { type BankField, bankFields } from '../views/selected-fields.ts'
import { lookupError } from './lookup-error.ts'

/** As a JSON Schema: the API publishes it. */
export const listLimit = { type: 'integer', minimum: 1, maximum: 9_999 } as const
export const sortOrders = ['name', 'prominence'] as const
export type SortOrder = (typeof sortOrders)[number]

/** The parameters of a request, which a schema has checked. */
export interface BankListParameters {
  status?: BankFilter['status'] | undefined
  type?: readonly (typeof bankTypes)[number][] | undefined
  has?: string | undefined
  sort?: SortOrder | undefined
  limit?: number | undefined
  fields?: readonly BankField[] | undefined
}

/**
 * `types` and `fields` are undefined if they equal the default, even if the caller sent them, so that each list has
 * only one cache key.
 */
export interface BankListChoice extends BankFilter {
  sort: SortOrder
  /** Maximum number of banks; all if undefined. */
  limit: number | undefined
  fields: readonly BankField[] | undefined
}

export function chooseList(
  { status = 'active', type, has, sort = 'name', limit, fields }: BankListParameters,
  country: SupportedCountry,
  schemes: ReadonlyMap<string, Scheme>,
): BankListChoice {
  if (has !== undefined) checkHas(has, country, schemes)
  return {
    status,
    types: normalize(type, bankTypes, listedTypes),
    has,
    sort,
    limit,
    fields: normalize(fields, bankFields, bankFields),
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
export function checkHas(
  has: string,
  country: SupportedCountry | undefined,
  schemes: ReadonlyMap<string, Scheme>,
): void {
  const scheme = schemes.get(has)
  const isInCountry = !country || [...(country.members ?? [country.code]), '*'].includes(scheme?.country ?? '')
  if (has === 'code' || has === 'bic' || (scheme && isInCountry)) return
  const used = country?.bank_codes.map(({ scheme: id }) => id) ?? []
  const schemeChoice = country ? `a code scheme of ${country.code}: ${used.join(', ')}` : 'a code scheme such as ng_nip'
  const allowed = country && used.length === 0 ? '"code" or "bic"' : `"code", "bic", or ${schemeChoice}`
  throw lookupError('parameter_malformed', { name: 'has', value: has, allowed })
}
