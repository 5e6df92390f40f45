/** Answers the requests of the explorer from files. */
import { nameKey } from '../../../directory/storage/name-order.ts'
import { type ExplorerList, explorerListPath, type StaticBank } from '../../static-list.ts'
import { bankJsonPath, countriesFile, listFilePath } from '../../views/page-paths.ts'
import type { ApiRequest, SearchResult } from '../explorer/api/requests.ts'
import { answerFromFiles, type ResponseFile } from '../explorer/api/send.ts'
import { countTypes } from '../explorer/list/list-filter.ts'
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

function listBanks({ banks }: ExplorerList, parameters: URLSearchParams): { banks: readonly StaticBank[] } {
  const rail = parameters.get('rail')
  const onRail = rail === null ? banks : banks.filter(({ rails }) => rails.includes(rail))
  const sorted = parameters.get('sort') === 'name' ? sortByName(onRail) : onRail
  return { banks: sorted.slice(0, Number(parameters.get('limit') ?? banks.length)) }
}

/** Sorts as the service does. */
const sortByName = (banks: readonly StaticBank[]): readonly StaticBank[] =>
  banks
    .map((bank) => ({ bank, key: `${nameKey(bank.name)}\0${bank.id}` }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ bank }) => bank)

function findBanks({ banks }: ExplorerList, parameters: URLSearchParams): SearchResult {
  const found = searchBanks(banks, parameters.get('q') ?? '')
  const type = parameters.get('type')
  const left = type === null ? found : found.filter((bank) => bank.type === type)
  const offset = Number(parameters.get('offset') ?? 0)
  const end = offset + Number(parameters.get('limit') ?? left.length)
  const facets = { type: countTypes(found) }
  return { total: left.length, total_capped: false, facets, banks: left.slice(offset, end) }
}

answerFromFiles(findFile)
