/**
 * Converts between what the explorer shows and its URL. Text that may be an account number is never part of a URL,
 * because URLs are logged and shared.
 */
import { toSearchQuery } from '../../views/text/identifier-guess.ts'

/** What the list shows: the results of a search, the banks in a country, the countries, or the form to check a number. */
export interface ListView {
  /** Upper-case country code, or an empty string for all countries. */
  country: string
  query: string
  /** Bank type and bank status that the list is limited to, or empty strings. */
  type: string
  status: string
  /** Order of the banks in a country. */
  sort: 'prominence' | 'name'
  /** Whether this is the form to check a number. Its query and country are empty. */
  isCheck: boolean
}

export interface View {
  /** Undefined if the user came to the page of a bank without a list. */
  list: ListView | undefined
  /** Id of the bank whose card is open, or an empty string. */
  bank: string
}

export const startView: ListView = { country: '', query: '', type: '', status: '', sort: 'prominence', isCheck: false }

/** `serviceUrl`: the base URL of the service with a trailing slash. */
export function readView(address: string, serviceUrl: string): View {
  const { searchParams } = new URL(address)
  const path = pathWithin(address, serviceUrl) ?? ''
  const bank = /^banks\/([^/]+)$/.exec(path)?.[1]
  if (bank !== undefined) return { list: undefined, bank: decode(bank) }
  if (path === 'check') return { list: { ...startView, isCheck: true }, bank: '' }
  const country = /^countries\/([^/]+)$/.exec(path)?.[1] ?? searchParams.get('country') ?? ''
  const list: ListView = {
    country: decode(country).trim().toUpperCase(),
    query: toSearchQuery(searchParams.get('q') ?? ''),
    type: searchParams.get('type') ?? '',
    status: searchParams.get('status') ?? '',
    sort: searchParams.get('sort') === 'name' ? 'name' : 'prominence',
    isCheck: false,
  }
  return { list, bank: '' }
}

/** Returns the path relative to the service, without a trailing slash, or undefined if the URL is not of this service. */
export function pathWithin(address: string, serviceUrl: string): string | undefined {
  const { origin, pathname } = new URL(address)
  const { origin: ownOrigin, pathname: base } = new URL(serviceUrl)
  if (origin !== ownOrigin || !pathname.startsWith(base)) return undefined
  return pathname.slice(base.length).replace(/\/$/, '')
}

/** Returns the URL path of the view, including the base path of the service. */
export function addressOf({ list, bank }: View, serviceUrl: string): string {
  const base = new URL(serviceUrl).pathname
  if (bank !== '' || list === undefined) return `${base}banks/${encodeURIComponent(bank)}`
  const { country, query, type, status, sort, isCheck } = list
  if (isCheck) return `${base}check`
  const place = country.toLowerCase()
  if (query !== '') return `${base}${queryString({ q: query, country: place, type, status })}`
  if (country === '') return base
  return `${base}countries/${encodeURIComponent(place)}${queryString({ type, status, sort: sort === 'name' ? sort : '' })}`
}

/** Returns the query string of a URL, without the parameters that are empty. */
export function queryString(parameters: Record<string, string>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== '')
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}

/** Returns the text unchanged if its percent-encoding is malformed. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
