/** The paths of the pages that the views link to, and how many banks a page has. */
import type { ViewContext } from './view-context.ts'

type Base = Pick<ViewContext, 'base'>

/** Search results on a page that needs no script. */
export const resultsPerPage = 20

/** The search does not skip more results than this. */
export const offsetMax = 1_000

/** Banks on a page of a country's list that needs no script. */
export const banksPerPage = 100

/** What a search shows. Empty strings mean no filter. */
export interface SearchState {
  query: string
  /** Two capital letters. */
  country: string
  type: string
  status: string
  /** Id of a payment rail. Empty without a country. */
  rail: string
  /** Number of results to skip. */
  offset: number
}

export const emptySearch: SearchState = { query: '', country: '', type: '', status: '', rail: '', offset: 0 }

export const bankPath = ({ base }: Base, id: string): string => `${base}/banks/${encodeURIComponent(id)}`

/** With `sort: 'name'`, from A to Z; otherwise best-known banks first. Only the script filters by type, status and rail. */
export const countryPath = (
  { base }: Base,
  code: string,
  { type = '', status = '', rail = '', sort = '', page = 1 } = {},
): string =>
  `${base}/countries/${encodeURIComponent(code.toLowerCase())}${queryString({ type, status, rail, sort: sort === 'name' ? sort : '', page: page > 1 ? String(page) : '' })}`

export const searchPath = ({ base }: Base, { query, country, type, status, rail, offset }: SearchState): string =>
  `${base}/${queryString({ q: query, country: country.toLowerCase(), type, status, rail, offset: offset > 0 ? String(offset) : '' })}`

/** Returns the query string of a URL, without the parameters that are empty. */
export function queryString(parameters: Record<string, string>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
