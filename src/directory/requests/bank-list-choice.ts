/** The list of banks that the parameters of a request select. */
import type { BankListQuery } from '../lookups.ts'
import { bankStatuses, bankTypes, listedTypes } from '../records/bank.ts'
import type { SupportedCountry } from '../records/country.ts'
import type { Scheme } from '../records/scheme.ts'
import { type BankField, bankFields } from '../views/selected-fields.ts'
import { lookupError } from './lookup-error.ts'
import { readChoice, readChoices, readNumber } from './parameters.ts'

/** As a JSON Schema: the API publishes it. */
export const listLimit = { type: 'integer', minimum: 1, maximum: 9_999 } as const
export const sortOrders = ['name', 'prominence'] as const
export const statusChoices = [...bankStatuses, 'any'] as const

export interface BankListParameters {
  status?: unknown
  types?: unknown
  has?: unknown
  sort?: unknown
  limit?: unknown
  fields?: unknown
}

/**
 * `types` and `fields` are undefined if they equal the default, even if the caller sent them, so that each list has
 * only one cache key.
 */
export interface BankListChoice extends BankListQuery {
  fields: readonly BankField[] | undefined
}

export const chooseList = (
  { status, types, has, sort, limit, fields }: BankListParameters,
  country: SupportedCountry,
  schemes: ReadonlyMap<string, Scheme>,
): BankListChoice => ({
  status: readChoice('status', status, statusChoices) ?? 'active',
  types: normalize(readChoices('types', types, bankTypes), bankTypes, listedTypes),
  has: checkHas(has, country, schemes),
  sort: readChoice('sort', sort, sortOrders) ?? 'name',
  limit: readNumber('limit', limit, listLimit),
  fields: normalize(readChoices('fields', fields, bankFields), bankFields, bankFields),
})

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
  has: unknown,
  country: SupportedCountry | undefined,
  schemes: ReadonlyMap<string, Scheme>,
): string | undefined {
  if (has === undefined || has === 'code' || has === 'bic') return has
  const scheme = schemes.get(has as string)
  const isInCountry = !country || [...(country.members ?? [country.code]), '*'].includes(scheme?.country ?? '')
  if (scheme && isInCountry) return has as string
  const used = country?.bank_codes.map(({ scheme: id }) => id) ?? []
  const schemeChoice = country ? `a code scheme of ${country.code}: ${used.join(', ')}` : 'a code scheme such as ng_nip'
  const allowed = country && used.length === 0 ? '"code" or "bic"' : `"code", "bic", or ${schemeChoice}`
  throw lookupError('parameter_malformed', { name: 'has', value: has, allowed })
}
