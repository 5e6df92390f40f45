/** The paths of the pages that the views link to, and how many banks a page has. */
import type { ViewContext } from './view-context.ts'

type Base = Pick<ViewContext, 'base' | 'isStatic'>

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
  /** A state or county, as in the data. Empty without a country. */
  region: string
  /** Order of the banks in a country. */
  sort?: 'prominence' | 'name'
  /** Id of the code scheme that the rows show, or `bic`. Empty for the usual code of each bank. */
  scheme: string
  /** Number of results to skip. */
  offset: number
}

export const emptySearch: SearchState = {
  query: '',
  country: '',
  type: '',
  status: '',
  rail: '',
  region: '',
  scheme: '',
  offset: 0,
}

/**
 * On a static site, one page shows all banks: its script reads the id. `scheme`: the kind of code that the card shows
 * first, if it is not the usual one.
 */
export const bankPath = ({ base, isStatic }: Base, id: string, scheme = ''): string =>
  isStatic
    ? `${base}/banks/${queryString({ id, scheme })}`
    : `${base}/banks/${encodeURIComponent(id)}${queryString({ scheme })}`

/** The path of a bank as JSON, relative to the base URL. */
export const bankJsonPath = ({ isStatic }: Pick<ViewContext, 'isStatic'>, id: string): string =>
  `v1/banks/${id}${isStatic ? '.json' : ''}`

/** The file of a static site that lists the countries. Hosts do not look for `index.json` in a folder. */
export const countriesFile = 'v1/supported-countries/index.json'

/** The path of the list of a country's banks, or of those with a code in a scheme, relative to the base URL. */
export function listFilePath(
  { isStatic }: Pick<ViewContext, 'isStatic'>,
  code: string,
  format: 'json' | 'csv' | 'xlsx' = 'json',
  scheme = '',
): string {
  const country = code.toLowerCase()
  if (isStatic) return `v1/banks/${country}.${format}`
  return `v1/banks${format === 'json' ? '' : `.${format}`}${queryString({ country, has: scheme })}`
}

/**
 * With `sort: 'name'`, from A to Z; otherwise best-known banks first. On a static site, the page is a folder, which every web
 * server finds, and also shows the results of a search.
 */
export const countryPath = (
  { base, isStatic }: Base,
  code: string,
  { query = '', type = '', status = '', rail = '', region = '', scheme = '', sort = '', page = 1 } = {},
): string =>
  `${base}/countries/${encodeURIComponent(code.toLowerCase())}${isStatic ? '/' : ''}${queryString({ q: query, type, status, rail, region, scheme, sort: sort === 'name' ? sort : '', page: page > 1 ? String(page) : '' })}`

/** The changes of a country, or of all countries. A static site has none. */
export const changesPath = ({ base }: Pick<Base, 'base'>, code?: string): string =>
  `${base}${code === undefined ? '' : countryPath({ base: '' }, code)}/changes`

/** The form for an error in the facts of a bank, for a bank that is missing in a country, or for anything else. */
export const reportPath = ({ base }: Pick<Base, 'base'>, { bank = '', country = '' } = {}): string =>
  `${base}/report${queryString({ bank, country: country.toLowerCase() })}`

export function searchPath(context: Base, state: SearchState): string {
  const { query, country, type, status, rail, region, scheme, offset } = state
  if (country !== '' && (context.isStatic || query === '')) return countryPath(context, country, state)
  return `${context.base}/${queryString({ q: query, country: country.toLowerCase(), type, status, rail, region, scheme, offset: offset > 0 ? String(offset) : '' })}`
}

/** Returns the query string of a URL, without the parameters that are empty. */
export function queryString(parameters: Record<string, string>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
