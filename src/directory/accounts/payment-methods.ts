/** Lists the payment methods of each country. */
import type { AccountRequirements, PaymentMethod } from '../records/account-requirements-record.ts'
import type { SupportedCountry } from '../records/country-record.ts'
import type { PackedDirectory } from '../storage/packed-directory.ts'
import { paymentMethodsOf } from './requirements.ts'

export interface PaymentMethods {
  /** Returns the payment methods of a country or region, the usual one first. */
  listPaymentMethods(country: SupportedCountry): readonly PaymentMethod[]
}

export function createPaymentMethods(packed: PackedDirectory): PaymentMethods {
  // Completed on first use, and then kept: checks of accounts need them for every request.
  const methodsOf = new Map<string, readonly PaymentMethod[]>()
  return {
    listPaymentMethods: ({ code }) => {
      const known = methodsOf.get(code)
      if (known) return known
      const country = packed.countries.find((one) => one.code === code)
      const methods = country ? paymentMethodsOf(country, packed) : []
      methodsOf.set(code, methods)
      return methods
    },
  }
}

/** The payment methods of a country as the API returns them. */
export function requirementsOf(
  country: SupportedCountry,
  { listPaymentMethods }: PaymentMethods,
  revision: string,
): AccountRequirements {
  const methods = [...listPaymentMethods(country)]
  return { country: country.code, revision, count: methods.length, methods }
}
