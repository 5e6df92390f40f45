/** The lookup of the payment methods of a country. */
import { requirementsWithTestAccounts } from '../../directory/accounts/test-accounts.ts'
import { readChoice } from '../../directory/requests/values.ts'
import type { QueryOf } from '../parsers/query-parameters.ts'
import { countrySelectorSchema } from './bank-list-lookup.ts'
import { type Lookup, type LookupResponse, whenReady } from './lookup.ts'

const yesOrNo = ['true', 'false'] as const

export const requirementsQuerySchema = {
  ...countrySelectorSchema,
  additionalProperties: false,
  properties: {
    ...countrySelectorSchema.properties,
    test_accounts: {
      type: 'string',
      enum: yesOrNo,
      default: 'false',
      description: 'Whether each payment method has `test_accounts`, to test forms with',
    },
  },
} as const

export type RequirementsQuery = QueryOf<typeof requirementsQuerySchema>

export const requirementsResponse = ({ country }: { country?: unknown }, { snapshot }: Lookup): LookupResponse =>
  snapshot.requirements(snapshot.directory.requireCountry(country))

/** Test accounts need the indexes, because the check supplies their verdicts. */
export function selectedRequirementsResponse(query: RequirementsQuery, lookup: Lookup): LookupResponse {
  if (readChoice('test_accounts', query.test_accounts, yesOrNo) !== 'true') return requirementsResponse(query, lookup)
  const { snapshot, address } = lookup
  const country = snapshot.directory.requireCountry(query.country)
  return whenReady(snapshot.loadLookups(), (lookups) =>
    snapshot.responseCache.getOrBuild(`test accounts ${country.code}`, address, () =>
      Buffer.from(JSON.stringify(requirementsWithTestAccounts(country, lookups))),
    ),
  )
}
