/** Checks accounts over the shipped data. */
import assert from 'node:assert/strict'
import type { CheckedAccount } from '../../src/directory/accounts/check/account-check-schema.ts'
import type { PaymentMethod } from '../../src/directory/records/account-requirements-record.ts'
import type { SupportedCountry } from '../../src/directory/records/country-record.ts'
import { shippedLookups } from '../support/data/shipped-lookups.ts'
import { shippedDirectory } from '../support/services/service.ts'

type Values = Readonly<Record<string, string>>

/** The id of a method starts with the code of its country. */
export function checkAccount(methodId: string, values: Values): CheckedAccount {
  const country = shippedDirectory().findCountry(methodId.slice(0, 2)) as SupportedCountry
  const method = shippedDirectory()
    .listPaymentMethods(country)
    .find(({ id }) => id === methodId)
  assert.ok(method, `there is no method ${methodId}`)
  return JSON.parse(shippedLookups().checkAccount({ country, method, values }))
}

export const methodOf = (id: string): PaymentMethod =>
  allMethods().find((method) => method.id === id) ?? assert.fail(`there is no method ${id}`)

export const examplesOf = ({ fields }: PaymentMethod): Record<string, string> =>
  Object.fromEntries(fields.map(({ key, example }) => [key, example]))

/** Every method of every supported country and region. */
export const allMethods = (): PaymentMethod[] =>
  shippedDirectory().countries.flatMap((country) => shippedDirectory().listPaymentMethods(country))
