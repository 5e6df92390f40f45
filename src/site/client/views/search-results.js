/** The results of a search: the banks found, or suggestions if there are none. */
import { addressOf, emptyView } from '../address.js'
import { resultsMax } from '../api.js'
import { formatCount, h } from '../dom/dom.js'
import { bankRow } from './bank-row.js'
import { countryName } from './country-chooser.js'

/** @import { FoundBank, View } from '../types.ts' */

/**
 * @param {FoundBank[]} banks
 * @param {View} view
 */
export function searchResults(banks, view) {
  const { country, query } = view
  const criteria = `for “${query}”${country && ` in ${countryName(country)}`}`
  if (banks.length === 0) return { content: noResults(view), status: `No bank found ${criteria}.` }
  const rows = banks.map((bank) => bankRow(bank, view))
  const count = formatCount(rows.length, 'bank')
  const status =
    rows.length < resultsMax ? `${count} ${criteria}.` : `First ${count} ${criteria}. Type more to narrow the list.`
  return { content: h('ul.entries', rows), status }
}

/** @param {View} view */
const noResults = ({ country, query }) =>
  h(
    'div.empty',
    h('p', 'Try fewer letters, the city or the code. Search also covers closed and merged banks.'),
    h(
      'p.actions',
      country && h('a.button', { href: addressOf({ ...emptyView, query }) }, 'Search all countries'),
      h('a.button', { href: addressOf({ ...emptyView, country, isResolving: true }) }, 'Check a number instead'),
    ),
  )
