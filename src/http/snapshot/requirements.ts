/** The account requirements of each country as responses. Each is built on its first request. */
import { requirementsOf } from '../../directory/accounts/payment-methods.ts'
import type { Directory } from '../../directory/directory.ts'
import type { SupportedCountry } from '../../directory/records/country.ts'
import { smallLevel } from '../responses/compression.ts'
import { type PreparedResponse, prepareUncompressed, recompress } from '../responses/prepared-response.ts'

export type Requirements = (country: SupportedCountry) => PreparedResponse

export function createRequirements(directory: Directory, common: Record<string, string>): Requirements {
  const byCode = new Map<string, PreparedResponse>()
  return (country) => {
    const built = byCode.get(country.code)
    if (built) return built
    const response = prepareUncompressed(
      Buffer.from(JSON.stringify(requirementsOf(country, directory, directory.revision))),
      common,
    )
    byCode.set(country.code, response)
    // The first response is not compressed, so that it need not wait.
    void recompress(response, smallLevel)
    return response
  }
}
