/** API requests as values, so that the page can both send them and show them. */
import type { BankDetail } from '../../../../directory/records/bank-record.ts'
import type { SupportedCountry } from '../../../../directory/records/country-record.ts'
import { type Resolved, readingFields } from '../../../views/answers/readings.ts'
import type { RowBank } from '../../../views/bank-row.ts'
import { countryFacetNames, type ListedBanks } from '../../../views/country-list.ts'
import type { FacetCounts } from '../../../views/facets.ts'
import { offsetMax, queryString, resultsPerPage } from '../../../views/page-paths.ts'
import type { ApiRequest as ShownRequest } from '../../../views/request-examples.ts'
import type { ListView } from '../view.ts'

export interface ApiRequest<Result> extends ShownRequest {
  /** Never set: a phantom field that ties the request to the type of its result. */
  result?: Result
}

export interface SearchResult {
  total: number
  total_capped: boolean
  /** The code scheme that words of the query choose. A static site has no such words. */
  scheme?: string | null
  facets?: FacetCounts
  banks: readonly RowBank[]
}

/** Rows per page of search results. The first page has `resultsPerPage`, because it is loaded on every key press. */
export const pageSize = 100
/** The API returns no results after this many: the last page starts at the highest offset that is allowed. */
export const resultsMax = resultsPerPage + pageSize * Math.ceil((offsetMax - resultsPerPage) / pageSize)

const rowFields = 'id,name,short_name,country,type,city,region,code,code_scheme,codes,bic,status'

export const searchRequest = (list: ListView, offset = 0): ApiRequest<SearchResult> => {
  const { query, country, type, status, rail, region } = list
  const limit = offset === 0 ? resultsPerPage : pageSize
  const facets = `country,type,status${country && ',rail,region'}`
  const paging = offset === 0 ? { facets } : { offset: String(offset) }
  const filters = { country: country.toLowerCase(), type, status, rail, region }
  return { path: `v1/search${queryString({ q: query, ...filters, limit: String(limit), ...paging })}` }
}

/** `limit`: 0 for the whole list. */
export const listRequest = (
  { country, sort, type, rail, region }: ListView,
  limit = 0,
): ApiRequest<ListedBanks<RowBank>> => ({
  path: `v1/banks${queryString({
    country: country.toLowerCase(),
    type,
    rail,
    region,
    sort,
    fields: rowFields,
    limit: limit > 0 ? String(limit) : '',
    facets: countryFacetNames.join(','),
  })}`,
})

/** The list as programs would request it: with a chosen code scheme, only the banks with such a code. */
export const shownListRequest = (list: ListView, scheme: string): ApiRequest<unknown> => ({
  path: `v1/banks${queryString({ country: list.country.toLowerCase(), has: scheme, rail: list.rail, sort: list.sort })}`,
})

export const bankRequest = (id: string): ApiRequest<BankDetail> => ({ path: `v1/banks/${encodeURIComponent(id)}` })

export const countriesRequest = (): ApiRequest<{ countries: SupportedCountry[] }> => ({
  path: 'v1/supported-countries/',
})

export const resolveRequest = (identifier: string, country: string): ApiRequest<Resolved> => ({
  path: `v1/resolve?fields=${readingFields.join()}`,
  body: { identifier, ...(country && { country: country.toLowerCase() }) },
})
