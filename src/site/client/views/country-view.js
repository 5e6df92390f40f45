/** The view of a country before the user searches: its bank codes, downloads, and the full list of banks. */
import { addressOf, emptyView, serviceUrl } from '../address.js'
import { flag, formatCount, h } from '../dom/dom.js'
import { describePattern } from '../labels.js'
import { bankRow } from './bank-row.js'
import { countryName } from './country-chooser.js'

/** @import { Bank, Child, SupportedCountry, View } from '../types.ts' */

/** Number of rows added at once. Rows are added in batches, because a list can have ten thousand of them. */
const batchSize = 300

/**
 * @param {SupportedCountry} country
 * @param {View} view
 */
export function countryView(country, view) {
  const { code, display_name: name, bank_count: count, members, currency, account_number: account } = country
  return [
    h('h2', flag(code), name),
    h('p.lead', 'Type a name, city or code, or get the full list.'),
    h(
      'p.actions',
      h('a.button.primary', { href: addressOf({ ...view, isFullList: true }) }, `Show ${formatCount(count, 'bank')}`),
      download(code, 'JSON', 'v1/banks'),
      download(code, 'CSV', 'v1/banks.csv'),
    ),
    h(
      'dl.facts',
      members ? fact('Member countries', memberList(members)) : fact('Bank codes', schemeList(country)),
      fact(
        'Accounts',
        account.label,
        patternNote(account.pattern),
        account.example && h('span.form', 'for example ', h('code', account.example)),
      ),
      fact('Currency', currency),
    ),
  ]
}

/**
 * @param {string} code
 * @param {string} format
 * @param {string} path
 */
function download(code, format, path) {
  const country = code.toLowerCase()
  const { href } = new URL(`${path}?country=${country}`, serviceUrl)
  return h('a.button', { href, download: `banks-${country}.${format.toLowerCase()}` }, `Download ${format}`)
}

/**
 * @param {string} term
 * @param {...Child} value
 */
const fact = (term, ...value) => h('div', h('dt', term), h('dd', ...value))

/** @param {string} pattern */
const patternNote = (pattern) => {
  const description = describePattern(pattern)
  return description && h('span.form', description)
}

/** @param {SupportedCountry} country */
const schemeList = ({ bank_codes: schemes }) =>
  h(
    'ul',
    schemes.map(({ label, pattern, primary }) =>
      h('li', label, patternNote(pattern), primary && h('span.badge', 'preferred')),
    ),
  )

/** @param {readonly string[]} members */
const memberList = (members) =>
  h(
    'ul.members',
    members
      .toSorted((a, b) => countryName(a).localeCompare(countryName(b)))
      .map((code) =>
        h('li', h('a', { href: addressOf({ ...emptyView, country: code }) }, flag(code), countryName(code))),
      ),
  )

/**
 * Adds all rows, so that the browser's find-in-page works, but in batches, so that the page stays responsive.
 * @param {readonly Bank[]} banks
 * @param {View} view
 */
export function fullList(banks, view) {
  const list = h('ul.entries')
  let count = 0
  function addBatch() {
    list.append(...banks.slice(count, count + batchSize).map((bank) => bankRow(bank, view)))
    count += batchSize
    setTimeout(() => count < banks.length && list.isConnected && addBatch())
  }
  addBatch()
  return list
}
