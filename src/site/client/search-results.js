/** What a search shows: the banks found, or what to do where there are none. */
import { addressOf, start } from './address.js'
import { foundMax } from './api.js'
import { bankRow } from './bank-row.js'
import { countryName } from './country-chooser.js'
import { countOf, make } from './dom.js'

/** @import { FoundBank, View } from './types.ts' */

/**
 * @param {FoundBank[]} banks
 * @param {View} view
 */
export function foundList(banks, view) {
  const { country, query } = view
  const sought = `for “${query}”${country && ` in ${countryName(country)}`}`
  if (banks.length === 0) return { content: nothingFound(view), said: `No bank found ${sought}.` }
  const rows = banks.map((bank) => bankRow(bank, view))
  const count = countOf(rows.length, 'bank')
  const said =
    rows.length < foundMax ? `${count} ${sought}.` : `The first ${count} ${sought}; type more to narrow it down.`
  return { content: make('ul.entries', rows), said }
}

/** @param {View} view */
const nothingFound = ({ country, query }) =>
  make(
    'div.empty',
    make('p', 'Try fewer letters, the city, or the code. Closed and merged banks are found as well.'),
    make(
      'p.actions',
      country && make('a.button', { href: addressOf({ ...start, query }) }, 'Search all countries'),
      make('a.button', { href: addressOf({ ...start, country, isResolving: true }) }, 'Check a number instead'),
    ),
  )
