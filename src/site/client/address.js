/**
 * Converts between a view and its URL. The identifier that a user checks is never part of the URL, because URLs are
 * logged and shared.
 */

import { toSearchQuery } from './account-number-guard.js'
import { canonicalCode } from './views/country-chooser.js'

/** @import { View } from './types.ts' */

/** The base URL of the service, which may include a path. This script is served two folders below it. */
export const serviceUrl = new URL('../../', import.meta.url)

/** @type {View} */
export const emptyView = { country: '', query: '', bank: '', isResolving: false, isFullList: false }

/**
 * @param {string} address
 * @returns {View}
 */
export function readView(address) {
  const { searchParams } = new URL(address)
  const country = canonicalCode(searchParams.get('country') ?? '')
  return {
    country,
    query: toSearchQuery(searchParams.get('q') ?? ''),
    bank: searchParams.get('bank') ?? '',
    isResolving: searchParams.has('resolve'),
    isFullList: searchParams.has('all'),
  }
}

/**
 * @param {View} view
 * @returns {string}
 */
export function addressOf({ country, query, bank, isResolving, isFullList }) {
  const params = new URLSearchParams({
    ...(country && { country: country.toLowerCase() }),
    ...(query && { q: query }),
    ...(bank && { bank }),
  })
  const flags = [isResolving && 'resolve', isFullList && 'all'].filter(Boolean)
  const search = [params.toString(), ...flags].filter(Boolean).join('&')
  return `${serviceUrl.pathname}${search && `?${search}`}`
}
