/** Checks the country, the payment method and the fields in a request to check an account. */
import type { PaymentMethods } from '../accounts/payment-methods.ts'
import type { PaymentMethod } from '../records/account-requirements-record.ts'
import type { SupportedCountry } from '../records/country-record.ts'
import { type RequireCountry, readCountry } from './country-input.ts'
import { isGiven, lookupError } from './lookup-error.ts'

export const fieldCharactersMax = 100

/** The parts of a request, which no schema has checked. */
export interface AccountInput {
  country?: unknown
  method?: unknown
  fields?: unknown
}

export interface AccountRequest {
  country: SupportedCountry
  method: PaymentMethod
  values: Record<string, string>
}

export function readAccount(
  input: AccountInput,
  directory: PaymentMethods,
  requireCountry: RequireCountry,
): AccountRequest {
  const country = readCountry(input.country, requireCountry)
  const method = methodOf(input.method, country, directory)
  return { country, method, values: valuesOf(input.fields, method) }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function methodOf(input: unknown, country: SupportedCountry, directory: PaymentMethods): PaymentMethod {
  const methods = directory.listPaymentMethods(country)
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
