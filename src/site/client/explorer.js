/** The explorer: shows what the address says, and keeps the address in step with what is done. */
import { addressOf, home, readView, start } from './address.js'
import * as api from './api.js'
import { bankRow } from './bank-row.js'
import { bankCard } from './card.js'
import { countryName, openChooser, showCountry, showIndex } from './country-chooser.js'
import { countryNote, wholeList } from './country-view.js'
import { countOf, fill, make, part } from './dom.js'
import { moveByKeys } from './keys.js'
import { openLoader } from './loading.js'
import { looksPrivate } from './private.js'
import { exampleList, readingList } from './readings.js'
import { showRequest } from './request-panel.js'

/** @import { View } from './address.js' */

/** Long enough that a quick typist asks once a word, too short to notice. */
const pauseMs = 80
const serviceName = 'Bank Lookup'

const search = /** @type {HTMLInputElement} */ (part('search-input'))
const identifier = /** @type {HTMLInputElement} */ (part('resolve-input'))
const regions = { results: part('results'), country: part('country'), resolved: part('resolved'), card: part('card') }
const loaders = {
  results: openLoader(regions.results),
  country: openLoader(regions.country),
  resolved: openLoader(regions.resolved),
  card: openLoader(regions.card),
}
const isWide = matchMedia('(min-width: 60rem)')

let view = readView(location.href)
let isChoosing = false
/** What was checked last. It lives here only: not in the address, the history, the title or any storage. */
let checked = ''
/** What each region shows already, so that going back finds it as it was. */
const filled = { results: '', country: '', card: '' }

/** @param {string} text */
const say = (text) => {
  part('status').textContent = text
}

const field = () => (view.isResolving ? identifier : search)

/**
 * @param {View} next
 * @param {{ isTyped?: boolean }} [how] while somebody types, the address is replaced: "back" should not spell
 */
function go(next, { isTyped = false } = {}) {
  const before = view
  view = next
  isChoosing = false
  const address = addressOf(view)
  if (isTyped) history.replaceState(history.state, '', address)
  else if (address !== addressOf(before)) history.pushState({ isWithin: true }, '', address)
  show(before)
}

/** @param {View} [before] */
function show(before) {
  const { country, query, bank, isResolving } = view
  const hasHeld = !isResolving && looksPrivate(search.value)
  const isIndex = isChoosing || (country === '' && query === '' && !isResolving && !hasHeld)
  showCountry(country)
  showIndex(isIndex)
  regions.results.hidden = isIndex || isResolving || (query === '' && !hasHeld)
  regions.country.hidden = isIndex || isResolving || query !== '' || hasHeld || country === ''
  regions.resolved.hidden = isIndex || !isResolving
  regions.card.hidden = bank === ''
  showMode()
  if (!hasHeld && search.value.trim() !== query) search.value = query
  if (isIndex) say(isChoosing ? 'Choose a country.' : 'Or begin with a country.')
  else if (isResolving) fillResolved(before)
  else if (hasHeld) holdBack()
  else if (query) fillResults()
  else fillCountry()
  fillCard(before)
  showRequest(currentRequest())
  document.title = titleOf()
}

function showMode() {
  const { country, isResolving } = view
  const modes = [
    { id: 'mode-find', form: 'search-form', hint: 'search-keys', isOn: !isResolving },
    { id: 'mode-resolve', form: 'resolve-form', hint: 'resolve-privacy', isOn: isResolving },
  ]
  for (const { id, form, hint, isOn } of modes) {
    part(form).hidden = !isOn
    part(hint).hidden = !isOn
    const link = part(id)
    link.setAttribute('href', addressOf({ ...start, country, isResolving: id === 'mode-resolve' }))
    if (isOn) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}

function fillResults() {
  const { country, query } = view
  const place = country && ` in ${countryName(country)}`
  const key = `${country} ${query}`
  markOpen()
  if (filled.results === key) return
  filled.results = key
  loaders.results.load(api.searchRequest(query, country), ({ banks }) => {
    const rows = banks.map((bank) => bankRow(bank, { view, hasFlag: bank.country !== country }))
    fill(regions.results, rows.length > 0 ? make('ul', { class: 'entries' }, rows) : nothingFound())
    say(
      rows.length > 0
        ? `${countOf(rows.length, 'bank')} for “${query}”${place}, the likeliest first.`
        : `No bank found for “${query}”${place}.`,
    )
  })
}

function nothingFound() {
  const { country, query } = view
  return make(
    'div',
    { class: 'empty' },
    make('h2', {}, 'No bank is called that here'),
    make('p', {}, 'Try fewer letters, the city, or the code. Closed and merged banks are found as well.'),
    make(
      'p',
      { class: 'actions' },
      country && make('a', { class: 'button', href: addressOf({ ...start, query }) }, 'Search all countries'),
      make(
        'a',
        { class: 'button', href: addressOf({ ...start, country, isResolving: true }) },
        'Check a number instead',
      ),
    ),
  )
}

/** An account number in the search field is neither searched for nor put into the address. */
function holdBack() {
  loaders.results.cancel()
  filled.results = ''
  fill(
    regions.results,
    make(
      'div',
      { class: 'notice warn' },
      make(
        'p',
        {},
        'This looks like an account number, so it was not searched for: searches are part of addresses, and those are shared.',
      ),
      make('button', { type: 'button', class: 'primary', click: () => moveToCheck() }, 'See which bank it is of'),
    ),
  )
  say('This looks like an account number.')
}

function moveToCheck() {
  const held = search.value
  search.value = ''
  go({ ...start, country: view.country, isResolving: true })
  check(held)
}

function fillCountry() {
  const { country, isWhole } = view
  const key = `${country} ${isWhole}`
  loaders.results.cancel()
  filled.results = ''
  markOpen()
  say(isWhole ? `All open banks of ${countryName(country)}.` : '')
  if (filled.country === key) return
  filled.country = key
  if (isWhole) {
    loaders.country.load(api.listRequest(country), ({ banks }) => {
      const hasFlag = banks.some((bank) => bank.country !== country)
      fill(regions.country, wholeList(banks, view, hasFlag))
      say(`${countOf(banks.length, 'open bank')} of ${countryName(country)}.`)
    })
  } else {
    loaders.country.load(api.countriesRequest(), ({ countries }) => {
      const found = countries.find(({ code }) => code === country)
      const unknown = make(
        'p',
        { class: 'notice warn' },
        `The country “${country}” is not supported; choose one of the list.`,
      )
      fill(regions.country, found ? countryNote(found, view) : unknown)
    })
  }
}

/** @param {View} [before] */
function fillResolved(before) {
  markOpen()
  if (checked === '') {
    fill(regions.resolved, exampleList(check))
    say('')
  } else if (before && before.country !== view.country) check(checked)
}

/** @param {string} text */
function check(text) {
  identifier.value = text
  checked = text.trim()
  if (checked === '') return fillResolved()
  showRequest(currentRequest())
  loaders.resolved.load(api.resolveRequest(checked, view.country), (answer) => {
    fill(regions.resolved, readingList(answer, view, check))
    say(answer.readings.length > 0 ? `${countOf(answer.readings.length, 'way')} to read it.` : 'It cannot be read.')
  })
}

/** @param {View} [before] */
function fillCard(before) {
  const { bank } = view
  if (bank === '') {
    loaders.card.cancel()
    filled.card = ''
    fill(regions.card)
    if (before?.bank) (rowOf(before.bank) ?? field()).focus({ preventScroll: true })
    return
  }
  if (filled.card === bank) return
  filled.card = bank
  const isOpened = before !== undefined && before.bank !== bank
  if (isOpened && !isWide.matches) scrollTo(0, 0)
  loaders.card.load(api.bankRequest(bank), (detail) => {
    fill(
      regions.card,
      ...bankCard(detail, view)
        .flat()
        .filter((node) => node !== null),
    )
    document.title = `${detail.name} · ${serviceName}`
    if (isOpened) regions.card.querySelector('h2')?.focus()
  })
}

/** @param {string} id */
const rowOf = (id) =>
  [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.list [data-bank]'))].find(
    (row) => row.dataset.bank === id && row.offsetParent !== null,
  )

function markOpen() {
  for (const row of document.querySelectorAll('.list [aria-current][data-bank]')) row.removeAttribute('aria-current')
  if (view.bank) rowOf(view.bank)?.setAttribute('aria-current', 'true')
}

function currentRequest() {
  const { country, query, bank, isResolving } = view
  if (bank) return api.bankRequest(bank)
  if (isResolving) return api.resolveRequest(checked || 'DE89 3704 0044 0532 0130 00', country)
  return query ? api.searchRequest(query, country) : api.listRequest(country || 'NG')
}

function titleOf() {
  const { country, query, isResolving } = view
  const shown = [isResolving ? 'Which bank is this?' : query, country && countryName(country)].filter(Boolean)
  return [...(shown.length > 0 ? shown : ['Find a bank’s code']), serviceName].join(' · ')
}

let pause = 0
search.addEventListener('input', () => {
  clearTimeout(pause)
  pause = setTimeout(() => {
    const query = looksPrivate(search.value) ? '' : search.value.trim()
    go({ ...view, query, bank: '', isWhole: false }, { isTyped: view.query !== '' || query === '' })
  }, pauseMs)
})
part('search-form').addEventListener('submit', (event) => {
  event.preventDefault()
  const first = regions.results.querySelector('a')
  if (first && !regions.results.hidden) first.focus()
})
identifier.addEventListener('input', (event) => {
  if (event instanceof InputEvent && event.inputType === 'insertFromPaste') check(identifier.value)
})
part('resolve-form').addEventListener('submit', (event) => {
  event.preventDefault()
  check(identifier.value)
})

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest('a')
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || link.hash) return
  if (link.origin !== home.origin || link.pathname !== home.pathname) return
  event.preventDefault()
  if (link.dataset.closes && history.state?.isWithin) return history.back()
  go(readView(link.href))
  if (!view.bank) field().focus()
})
addEventListener('popstate', () => {
  const before = view
  view = readView(location.href)
  isChoosing = false
  show(before)
})

openChooser({
  open: () => {
    isChoosing = !isChoosing && (view.country !== '' || view.query !== '' || view.isResolving)
    show()
  },
  choose: (country) => {
    go({ ...view, country, bank: '', isWhole: false })
    scrollTo(0, 0)
    field().focus()
  },
})
moveByKeys({
  field,
  stepBack: () => {
    if (isChoosing) {
      isChoosing = false
      show()
      part('country-button').focus()
    } else if (view.bank) go({ ...view, bank: '' })
  },
})

history.replaceState(history.state, '', addressOf(view))
show()
