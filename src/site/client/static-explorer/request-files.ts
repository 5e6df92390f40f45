/** Answers the requests of the explorer from files. */
import { nameKey } from '../../../directory/storage/name-order.ts'
import { type ExplorerList, explorerListPath, type StaticBank } from '../../static-list.ts'
import { countryFacetNames, type ListedBanks } from '../../views/country-list.ts'
import type { FacetCounts } from '../../views/facets.ts'
import { bankJsonPath, countriesFile, listFilePath } from '../../views/page-paths.ts'
import type { ApiRequest, SearchResult } from '../explorer/api/requests.ts'
import { answerFromFiles, type ResponseFile } from '../explorer/api/send.ts'
import { countValues } from '../explorer/list/list-filter.ts'
import { searchBanks } from './list-search.ts'

const site = { isStatic: true }

/** Returns the file that answers a request. */
export function findFile({ path }: ApiRequest<unknown>): ResponseFile {
  const { pathname, searchParams } = new URL(path, 'https://localhost')
  if (pathname === '/v1/supported-countries/') return { path: countriesFile }
  const bank = /^\/v1\/banks\/(.+)$/.exec(pathname)?.[1]
  if (bank !== undefined) return { path: bankJsonPath(site, bank) }
  const country = searchParams.get('country') ?? ''
  // Such a request is only shown.
  if (country === '') return { path: countriesFile }
  const read = pathname === '/v1/search' ? findBanks : listBanks
  return {
    path: explorerListPath(country),
    shownPath: listFilePath(site, country),
    read: (list: ExplorerList) => read(list, searchParams),
  }
}

/** Names the value of a bank that a filter compares; a bank can be on several rails. */
const filters: Record<(typeof countryFacetNames)[number], (bank: StaticBank) => readonly (string | null)[]> = {
  type: ({ type }) => [type],
  rail: ({ rails }) => rails,
  region: ({ region }) => [region],
}

/** The counts of a field ignore the filter on it. */
function filterBanks<Listed extends StaticBank>(
  banks: readonly Listed[],
  parameters: URLSearchParams,
): { left: readonly Listed[]; facets: FacetCounts } {
  const passes = (bank: StaticBank, without?: string): boolean =>
    countryFacetNames.every((name) => {
      const wanted = parameters.get(name)
      return wanted === null || name === without || filters[name](bank).includes(wanted)
    })
  const countsOf = (name: (typeof countryFacetNames)[number]) =>
    countValues(banks.filter((bank) => passes(bank, name)).flatMap(filters[name]))
  const facets = Object.fromEntries(countryFacetNames.map((name) => [name, countsOf(name)]))
  return { left: banks.filter((bank) => passes(bank)), facets }
}

function listBanks({ banks }: ExplorerList, parameters: URLSearchParams): ListedBanks<StaticBank> {
  const { left, facets } = filterBanks(banks, parameters)
  const sorted = parameters.get('sort') === 'name' ? sortByName(left) : left
  return { banks: sorted.slice(0, Number(parameters.get('limit') ?? left.length)), total: left.length, facets }
}

/** Sorts as the service does. */
const sortByName = (banks: readonly StaticBank[]): readonly StaticBank[] =>
  banks
    .map((bank) => ({ bank, key: `${nameKey(bank.name)}\0${bank.id}` }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ bank }) => bank)

function findBanks({ banks }: ExplorerList, parameters: URLSearchParams): SearchResult {
  const found = searchBanks(banks, parameters.get('q') ?? '')
  const { left, facets } = filterBanks(found, parameters)
  const offset = Number(parameters.get('offset') ?? 0)
  const end = offset + Number(parameters.get('limit') ?? left.length)
  return { total: left.length, total_capped: false, facets, banks: left.slice(offset, end) }
}

answerFromFiles(findFile)
