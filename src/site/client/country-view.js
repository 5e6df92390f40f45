/** A chosen country before anything is typed: how its banks are told apart, its list to take away or to look through. */
import { addressOf, home, start } from './address.js'
import { bankRow } from './bank-row.js'
import { countryName } from './country-chooser.js'
import { countOf, flag, make } from './dom.js'
import { formWords } from './words.js'

/**
 * @import { View } from './address.js'
 * @import { Bank, SupportedCountry } from './api.js'
 * @import { Child } from './dom.js'
 */

/** Rows that are made at a time; a list can have ten thousand. */
const rowsAtOnce = 200

/**
 * @param {SupportedCountry} country
 * @param {View} view
 */
export function countryNote(country, view) {
  const { code, name, bank_count: count, members, currency, calling_code: calling } = country
  return [
    make('h2', {}, flag(code), name),
    make(
      'p',
      { class: 'lead' },
      `${countOf(count, 'open bank')}. Type a name, a city or a code, or take the whole list.`,
    ),
    make(
      'p',
      { class: 'actions' },
      make(
        'a',
        { class: 'button primary', href: addressOf({ ...view, isWhole: true }) },
        `Show ${countOf(count, 'bank')}`,
      ),
      download(code, 'JSON', 'v1/banks'),
      download(code, 'CSV', 'v1/banks.csv'),
    ),
    make(
      'dl',
      { class: 'facts' },
      members ? memberFacts(members) : codeFacts(country),
      accountFact(country),
      fact('Currency', currency),
      calling && fact('Calling code', calling),
    ),
  ]
}

/**
 * @param {string} code
 * @param {string} form
 * @param {string} path
 */
function download(code, form, path) {
  const lower = code.toLowerCase()
  const address = new URL(`${path}?country=${lower}`, home)
  return make(
    'a',
    { class: 'button', href: address.href, download: `banks-${lower}.${form.toLowerCase()}` },
    `Download ${form}`,
  )
}

/**
 * @param {string} term
 * @param {...Child} said
 */
const fact = (term, ...said) => make('div', {}, make('dt', {}, term), make('dd', {}, ...said))

/** @param {SupportedCountry} country */
function codeFacts({ bank_codes: schemes }) {
  return fact(
    'Bank codes',
    make(
      'ul',
      {},
      schemes.map(({ label, pattern, primary }) => {
        const form = formWords(pattern)
        return make(
          'li',
          {},
          label,
          form && make('span', { class: 'form' }, form),
          primary && make('span', { class: 'badge' }, 'preferred'),
        )
      }),
    ),
  )
}

/** @param {readonly string[]} members */
function memberFacts(members) {
  const links = members.map((code) =>
    make('li', {}, make('a', { href: addressOf({ ...start, country: code }) }, flag(code), countryName(code))),
  )
  return fact('Each has codes of its own', make('ul', { class: 'members' }, links))
}

/** @param {SupportedCountry} country */
function accountFact({ account_number: { label, pattern, example } }) {
  const form = formWords(pattern)
  return fact(
    'Accounts',
    label,
    form && make('span', { class: 'form' }, form),
    example && make('span', { class: 'form' }, 'such as ', make('code', {}, example)),
  )
}

/**
 * @param {readonly Bank[]} banks
 * @param {View} view
 * @param {boolean} hasFlag
 */
export function wholeList(banks, view, hasFlag) {
  const list = make('ul', { class: 'entries' })
  const more = make('button', { type: 'button', class: 'more-rows', click: () => add() })
  // Rows are added as their place comes near, and by the button where nothing scrolls.
  const nearing = new IntersectionObserver((seen) => seen.some((entry) => entry.isIntersecting) && add(), {
    rootMargin: '800px',
  })
  let shown = 0
  function add() {
    list.append(...banks.slice(shown, shown + rowsAtOnce).map((bank) => bankRow(bank, { view, hasFlag })))
    shown = Math.min(shown + rowsAtOnce, banks.length)
    more.textContent = `Show more (${countOf(shown, 'bank')} of ${banks.length})`
    // Observed anew, because what stays in sight is reported only once.
    nearing.unobserve(more)
    if (shown < banks.length) nearing.observe(more)
    else more.remove()
  }
  add()
  return [list, shown < banks.length && more]
}
