/** The view and its address. An identifier that is checked is no part of it: addresses leak. */

import { searchable } from './account-number-guard.js'
import { canonicalCode } from './country-chooser.js'

/** @import { View } from './types.ts' */

/** The service may be published under a path; scripts lie two folders below it. */
export const home = new URL('../../', import.meta.url)

/** @type {View} */
export const start = { country: '', query: '', bank: '', isResolving: false, isWhole: false }

/**
 * @param {string} address
 * @returns {View}
 */
export function readView(address) {
  const { searchParams: given } = new URL(address)
  const country = canonicalCode(given.get('country') ?? '')
  return {
    country,
    query: searchable(given.get('q') ?? ''),
    bank: given.get('bank') ?? '',
    isResolving: given.has('resolve'),
    isWhole: given.has('all'),
  }
}

/**
 * @param {View} view
 * @returns {string}
 */
export function addressOf({ country, query, bank, isResolving, isWhole }) {
  const given = new URLSearchParams({
    ...(country && { country: country.toLowerCase() }),
    ...(query && { q: query }),
    ...(bank && { bank }),
  })
  const flags = [isResolving && 'resolve', isWhole && 'all'].filter(Boolean)
  const text = [given.toString(), ...flags].filter(Boolean).join('&')
  return `${home.pathname}${text && `?${text}`}`
}
