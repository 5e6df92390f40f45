/** A chosen country before anything is typed: how its banks are told apart, its list to take away or to look through. */
import { addressOf, home, start } from './address.js'
import { bankRow } from './bank-row.js'
import { countryName } from './country-chooser.js'
import { countOf, flag, make } from './dom.js'
import { formWords } from './labels.js'

/** @import { Bank, Child, SupportedCountry, View } from './types.ts' */

/** Rows that are made at a time; a list can have ten thousand. */
const rowsAtOnce = 300

/**
 * @param {SupportedCountry} country
 * @param {View} view
 */
export function countryNote(country, view) {
  const { code, display_name: name, bank_count: count, members, currency, account_number: account } = country
  return [
    make('h2', flag(code), name),
    make('p.lead', 'Type a name, a city or a code, or take the whole list.'),
    make(
      'p.actions',
      make('a.button.primary', { href: addressOf({ ...view, isWhole: true }) }, `Show ${countOf(count, 'bank')}`),
      download(code, 'JSON', 'v1/banks'),
      download(code, 'CSV', 'v1/banks.csv'),
    ),
    make(
      'dl.facts',
      members ? fact('Each has its own codes', memberList(members)) : fact('Bank codes', schemeList(country)),
      fact(
        'Accounts',
        account.label,
        formNote(account.pattern),
        account.example && make('span.form', 'such as ', make('code', account.example)),
      ),
      fact('Currency', currency),
    ),
  ]
}

/**
 * @param {string} code
 * @param {string} form
 * @param {string} path
 */
function download(code, form, path) {
  const country = code.toLowerCase()
  const { href } = new URL(`${path}?country=${country}`, home)
  return make('a.button', { href, download: `banks-${country}.${form.toLowerCase()}` }, `Download ${form}`)
}

/**
 * @param {string} term
 * @param {...Child} said
 */
const fact = (term, ...said) => make('div', make('dt', term), make('dd', ...said))

/** @param {string} pattern */
const formNote = (pattern) => {
  const words = formWords(pattern)
  return words && make('span.form', words)
}

/** @param {SupportedCountry} country */
const schemeList = ({ bank_codes: schemes }) =>
  make(
    'ul',
    schemes.map(({ label, pattern, primary }) =>
      make('li', label, formNote(pattern), primary && make('span.badge', 'preferred')),
    ),
  )

/** @param {readonly string[]} members */
const memberList = (members) =>
  make(
    'ul.members',
    members
      .toSorted((one, other) => countryName(one).localeCompare(countryName(other)))
      .map((code) =>
        make('li', make('a', { href: addressOf({ ...start, country: code }) }, flag(code), countryName(code))),
      ),
  )

/**
 * All rows in the end, so that the browser's own search finds them; some at a time, so that it never stands still.
 * @param {readonly Bank[]} banks
 * @param {View} view
 */
export function wholeList(banks, view) {
  const list = make('ul.entries')
  let shown = 0
  function add() {
    list.append(...banks.slice(shown, shown + rowsAtOnce).map((bank) => bankRow(bank, view)))
    shown += rowsAtOnce
    setTimeout(() => shown < banks.length && list.isConnected && add())
  }
  add()
  return list
}
