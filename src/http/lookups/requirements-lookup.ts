/** The lookup of the payment methods of a country. */
import type { PreparedResponse } from '../responses/prepared-response.ts'
import { countrySelectorSchema } from './bank-list-lookup.ts'
import type { Lookup } from './lookup.ts'

export const requirementsQuerySchema = { ...countrySelectorSchema, additionalProperties: false } as const

export const requirementsResponse = ({ country }: { country?: unknown }, { snapshot }: Lookup): PreparedResponse =>
  snapshot.requirements(snapshot.directory.requireCountry(country))
