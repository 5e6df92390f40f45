/** Looks up banks in the data of this installation, by the library. */
import { createCountryFinder } from '../../../../directory/country-finder.ts'
import type { SupportedCountry } from '../../../../directory/records/country-record.ts'
import { LookupError } from '../../../../directory/requests/lookup-error.ts'
import type { BankDirectory } from '../../../../library/bank-directory.ts'
import { openDirectory } from '../../../../library/open-directory.ts'
import { cacheDir } from '../../../paths.ts'
import { readSettings } from '../../settings-and-store.ts'
import type { Environment } from '../../terminal/screen.ts'
import { toCommandError } from './lookup-failure.ts'
import { isMissingBranches, type LookupSource } from './lookup-source.ts'

/** `countries`: the only countries to open; opening all of them takes longer. */
export async function openLocalSource(env: Environment, countries?: readonly string[]): Promise<LookupSource> {
  const { dataDir, overlayDir } = await readSettings(env)
  const options = { dataDir, cacheDir, ...(overlayDir && { overlayDir }), ...(countries && { countries }) }
  return createLocalSource(await withSentences(() => openDirectory(options), countries?.[0]))
}

function createLocalSource(directory: BankDirectory): LookupSource {
  const { countries } = directory
  const { find } = createCountryFinder(countries, [])
  // The library has accepted the same input before.
  const findCountry = (input: string): SupportedCountry => find(input) as SupportedCountry
  return {
    revision: async () => directory.revision,
    countries: async () => ({ revision: directory.revision, count: countries.length, countries: [...countries] }),
    listBanks: (input, options) =>
      withSentences(() => {
        const banks = directory.listBanks(input, options)
        const of = findCountry(input)
        return { country: of.code, revision: directory.revision, count: banks.length, banks, of }
      }, input),
    findBank: async (id) => directory.findBank(id),
    search: (query, options) =>
      withSentences(() => {
        const banks = directory.search(query, options)
        const country = options.country === undefined ? null : findCountry(options.country).code
        return { query, country, count: banks.length, banks }
      }, options.country),
    listBranches: (bank, options) =>
      withSentences(() => {
        try {
          return directory.listBranches(bank, options)
        } catch (error) {
          if (error instanceof LookupError && isMissingBranches(error.code)) return error.code
          throw error
        }
      }, undefined),
    resolve: (identifier, country) => withSentences(() => directory.resolve(identifier, { country }), country),
    resolveAll: (identifiers, country) =>
      withSentences(async () => {
        const { resultSizes } = await import('../../../../directory/resolve/resolve-schema.ts')
        const { readingsMax, banksMax } = resultSizes.batch
        return identifiers.map((identifier) => {
          const { reading_count, readings, message } = directory.resolve(identifier, { country })
          const shown = readings.slice(0, readingsMax)
          return {
            reading_count,
            readings: shown.map((reading) => ({ ...reading, banks: reading.banks.slice(0, banksMax) })),
            message,
          }
        })
      }, country),
    requirements: (country) => withSentences(() => directory.accountRequirements(country), country),
  }
}

/** Converts the errors of the library to those of the command line. */
async function withSentences<Result>(
  work: () => Result | Promise<Result>,
  country: string | undefined,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof LookupError ? toCommandError(error.code, error.message, country) : error
  }
}
