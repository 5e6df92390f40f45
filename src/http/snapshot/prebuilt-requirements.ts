/** Prepares the account requirements of every country when the data is loaded, like the lists of banks. */
import type { Directory } from '../../directory/directory.ts'
import type { AccountRequirements } from '../../directory/records/account-requirements.ts'
import type { SupportedCountry } from '../../directory/records/country.ts'
import { type PreparedResponse, prepareResponse } from '../responses/prepared-response.ts'

/** Keyed by country code. */
export type PreparedRequirements = Map<string, PreparedResponse>

/** `pause` is awaited between steps, so that requests are served in the meantime. */
export async function buildRequirements(
  directory: Directory,
  common: Record<string, string>,
  pause?: () => Promise<void>,
): Promise<PreparedRequirements> {
  const prepared: Promise<readonly [string, PreparedResponse]>[] = []
  for (const country of directory.countries) {
    if (pause) await pause()
    const json = Buffer.from(JSON.stringify(requirementsOf(country, directory)))
    prepared.push(prepareResponse(json, common).then((response) => [country.code, response] as const))
  }
  return new Map(await Promise.all(prepared))
}

function requirementsOf(country: SupportedCountry, directory: Directory): AccountRequirements {
  const methods = [...directory.listPaymentMethods(country)]
  return { country: country.code, revision: directory.revision, count: methods.length, methods }
}
