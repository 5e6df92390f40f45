/** Looks up banks in the data of this installation. */
import { requirementsWithTestAccounts } from '../../../../directory/accounts/test-accounts.ts'
import type { Lookups } from '../../../../directory/lookups.ts'
import {
  chooseList,
  readBranchQuery,
  readIdentifier,
  readKinds,
  readSearch,
  readText,
} from '../../../../directory/requests/parameters.ts'
import { type ResolvedIdentifier, resultSizes } from '../../../../directory/resolve/resolve-schema.ts'
import type { ReadingView } from '../../../../directory/resolve/to-json.ts'
import { runToEnd } from '../../../../directory/run-to-end.ts'
import { listJson } from '../../../../directory/storage/list-json.ts'
import { createLookups, type ResolveIdentifierOptions } from '../../../../library/bank-directory.ts'
import { openData } from '../../../../library/open-data.ts'
import { cacheDir } from '../../../paths.ts'
import { readLookupSettings } from '../../settings-and-store.ts'
import type { Environment } from '../../terminal/screen.ts'
import type { LookupSource, SearchResult } from './lookup-source.ts'

/** `countries`: the only countries to open; opening all of them takes longer. */
export async function openLocalSource(env: Environment, countries?: readonly string[]): Promise<LookupSource> {
  const { dataDir, overlayDir } = await readLookupSettings(env)
  const options = { dataDir, cacheDir, ...(overlayDir && { overlayDir }), ...(countries && { countries }) }
  return createLocalSource(createLookups(await openData(options)))
}

function createLocalSource(lookups: Lookups): LookupSource {
  const { countries, regions, requireCountry } = lookups
  const resolve = (identifier: string, options: ResolveIdentifierOptions, view: ReadingView): ResolvedIdentifier => {
    const country = options.country === undefined ? undefined : requireCountry(options.country)
    const kinds = readKinds(options.kinds)
    return JSON.parse(lookups.resolve(readIdentifier(identifier), country, { ...view, kinds }))
  }
  return {
    build: async () => lookups.build,
    countries: async () => {
      const { revision, build } = lookups
      return { revision, count: countries.length, countries, regions, build }
    },
    listBanks: async (input, options) => {
      const of = requireCountry(input)
      const choice = chooseList(options, of, lookups)
      const rows = runToEnd(lookups.listBanks(of, choice))
      const note = lookups.lossNotes.onList(of, choice.has)
      return { ...JSON.parse(listJson(of, lookups.revision, rows, note).toString()), of }
    },
    findBank: async (id) => {
      const json = lookups.findBank(id)
      return json === undefined ? undefined : JSON.parse(json)
    },
    search: async (text, { explain, ...options }) => {
      const query = readSearch(text, options, lookups)
      const result: SearchResult = JSON.parse(runToEnd(lookups.search(query)))
      if (explain) for (const bank of result.banks) bank.explanation = lookups.explain(bank.id, query) ?? null
      return result
    },
    listBranches: async (bank, options) => runToEnd(lookups.listBranches(bank, readBranchQuery(options))),
    resolve: async (identifier, options) => resolve(identifier, options, resultSizes.single),
    resolveAll: async (identifiers, options) =>
      identifiers.map((identifier) => resolve(identifier, options, resultSizes.batch)),
    findNumbers: async (text, input) => {
      const country = input === undefined ? undefined : requireCountry(input)
      const found = JSON.parse(runToEnd(lookups.startFind(readText(text), country).steps))
      return { found, revision: lookups.revision }
    },
    requirements: async (input, { testAccounts = false } = {}) => {
      const country = requireCountry(input)
      return testAccounts ? requirementsWithTestAccounts(country, lookups) : lookups.accountRequirements(country)
    },
  }
}
