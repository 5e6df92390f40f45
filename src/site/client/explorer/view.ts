/**
 * Converts between what the explorer shows and its URL. Text that may be an account number is never part of a URL,
 * because URLs are logged and shared.
 */
import { type CodeChoice, noChoice } from '../../views/codes/shown-code.ts'
import { bankPath, countryPath, emptySearch, type SearchState, searchPath } from '../../views/page-paths.ts'
import { toSearchQuery } from '../../views/text/identifier-guess.ts'

/** What the list shows: the results of a search, the banks in a country, the countries, or the form to check a number. */
export interface ListView extends SearchState {
  sort: 'prominence' | 'name'
  /** Whether this is the form to check a number. Its query and country are empty. */
  isCheck: boolean
}

export interface View {
  /** Undefined if the user came to the page of a bank without a list. */
  list: ListView | undefined
  /** Id of the bank whose card is open, or an empty string. */
  bank: string
  /** The code that the card shows first and marks. Only the scheme is part of the URL. */
  choice?: CodeChoice | undefined
}

export const startView: ListView = { ...emptySearch, sort: 'prominence', isCheck: false }

/** `serviceUrl`: the base URL of the service with a trailing slash. */
export function readView(address: string, serviceUrl: string): View {
  const { searchParams } = new URL(address)
  const path = pathWithin(address, serviceUrl) ?? ''
  const scheme = searchParams.get('scheme') ?? ''
  const choice = { ...noChoice, scheme }
  const bank = /^banks\/([^/]+)$/.exec(path)?.[1]
  if (bank !== undefined) return { list: undefined, bank: decode(bank), choice }
  const id = searchParams.get('id') ?? ''
  if (path === 'banks' && idPattern.test(id)) return { list: undefined, bank: id, choice }
  if (path === 'check') return { list: { ...startView, isCheck: true }, bank: '' }
  const country = /^countries\/([^/]+)$/.exec(path)?.[1] ?? searchParams.get('country') ?? ''
  const list: ListView = {
    ...startView,
    country: decode(country).trim().toUpperCase(),
    query: toSearchQuery(searchParams.get('q') ?? ''),
    type: searchParams.get('type') ?? '',
    status: searchParams.get('status') ?? '',
    rail: country === '' ? '' : (searchParams.get('rail') ?? ''),
    region: country === '' ? '' : (searchParams.get('region') ?? ''),
    scheme,
    sort: searchParams.get('sort') === 'name' ? 'name' : 'prominence',
  }
  return { list, bank: '' }
}

/** The page of banks on a static site must not request `v1/banks/ng.json`, which is the list of a country. */
const idPattern = /^[a-z]{2}-/

/** Whether this is the start page. */
export const isStart = ({ list, bank }: View): boolean =>
  bank === '' && list?.query === '' && list.country === '' && !list.isCheck

/** Returns the view that a link leads to, or undefined if the explorer does not show it. */
export function linkedView(link: HTMLAnchorElement, serviceUrl: string): View | undefined {
  const path = pathWithin(link.href, serviceUrl)
  if (path === undefined || link.download || link.target || link.hash !== '') return undefined
  return /^(?:check|banks|banks\/[^/]+|countries\/[^/]+|)$/.test(path) ? readView(link.href, serviceUrl) : undefined
}

/** Returns the path relative to the service, without a trailing slash, or undefined if the URL is not of this service. */
function pathWithin(address: string, serviceUrl: string): string | undefined {
  const { origin, pathname } = new URL(address)
  const { origin: ownOrigin, pathname: base } = new URL(serviceUrl)
  if (origin !== ownOrigin || !pathname.startsWith(base)) return undefined
  return pathname.slice(base.length).replace(/\/$/, '')
}

/** Returns the URL path of the view, including the base path of the service. */
export function addressOf({ list, bank, choice }: View, serviceUrl: string, isStatic = false): string {
  const site = { base: new URL(serviceUrl).pathname.slice(0, -1), isStatic }
  if (bank !== '' || list === undefined) return bankPath(site, bank, choice?.scheme)
  if (list.isCheck) return `${site.base}/check`
  if (list.query !== '') return searchPath(site, list)
  return list.country === '' ? `${site.base}/` : countryPath(site, list.country, list)
}

/** Returns the text unchanged if its percent-encoding is malformed. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns the bank that the link of a row leads to, with the code of the row. */
export function readBankLink(link: HTMLAnchorElement, serviceUrl: string): Pick<View, 'bank' | 'choice'> {
  const { bank, choice = noChoice } = readView(link.href, serviceUrl)
  const code = link.closest<HTMLElement>('[data-code]')?.dataset.code ?? ''
  return { bank, choice: { ...choice, code } }
}
