/** Checks the country, the payment method and the fields in a request to check an account. */
import type { AccountRequest } from '../accounts/check/check-account.ts'
import type { Directory } from '../lookups.ts'
import type { PaymentMethod } from '../records/account-requirements.ts'
import type { SupportedCountry } from '../records/country.ts'
import { lookupError } from './lookup-error.ts'
import { isGiven, isObject } from './parameters.ts'

export const fieldCharactersMax = 100

/** The parts of a request, which no schema has checked. */
export interface AccountInput {
  country?: unknown
  method?: unknown
  fields?: unknown
}

export function readAccount(
  input: unknown,
  { requireCountry, listPaymentMethods }: Pick<Directory, 'requireCountry' | 'listPaymentMethods'>,
): AccountRequest {
  if (!isObject(input)) throw lookupError('account_malformed', {})
  const country = requireCountry(input.country)
  const method = methodOf(input.method, country, listPaymentMethods(country))
  return { country, method, values: valuesOf(input.fields, method) }
}

function methodOf(input: unknown, country: SupportedCountry, methods: readonly PaymentMethod[]): PaymentMethod {
  const method = methods.find(({ id }) => id === input)
  if (method) return method
  const choice = { known: methods.map(({ id }) => id).join(', '), country: country.code.toLowerCase() }
  if (!isGiven(input)) throw lookupError('payment_method_missing', choice)
  throw lookupError('payment_method_unknown', { value: input, ...choice })
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
