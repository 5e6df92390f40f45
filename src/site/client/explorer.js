/** The explorer: renders the view that the URL describes, and updates the URL as the user acts. */

import { looksPrivate, toSearchQuery } from './account-number-guard.js'
import { addressOf, emptyView, readView, serviceUrl } from './address.js'
import * as api from './api.js'
import { createRegion, setStatus } from './dom/async-region.js'
import { byId, clickedLink, formatCount, queryAll, replaceChildren } from './dom/dom.js'
import { initKeyboard } from './dom/keyboard.js'
import { bankCard, closeLink } from './views/bank-card.js'
import {
  countryName,
  initCountryChooser,
  isSupported,
  showCountry,
  toggleCountryIndex,
} from './views/country-chooser.js'
import { countryView, fullList } from './views/country-view.js'
import { exampleList, privateNote, readingList, readingsStatus } from './views/readings.js'
import { showRequest } from './views/request-panel.js'
import { searchResults } from './views/search-results.js'

/** @import { View } from './types.ts' */

/** Debounce input. The delay is long enough that a fast typist sends one request per word, and too short to notice. */
const debounceMs = 80
const serviceName = 'Bank Lookup'

const searchInput = /** @type {HTMLInputElement} */ (byId('find-input'))
const identifierInput = /** @type {HTMLInputElement} */ (byId('resolve-input'))
const resultsRegion = createRegion('results')
const countryRegion = createRegion('country')
const readingsRegion = createRegion('resolved')
const cardRegion = createRegion('card', () => closeLink(view))
const isWide = matchMedia('(min-width: 60rem)')

let view = readView(location.href)
let isIndexOpen = false
/** The last identifier that was checked. It is kept only in memory, because it may be an account number. */
let checkedIdentifier = ''
/** The bank that the card shows, or the last one that it showed. */
let cardBank = { id: '', name: '' }

const currentInput = () => (view.isResolving ? identifierInput : searchInput)

/**
 * @param {View} next
 * @param {{ isTyped?: boolean }} [options] `isTyped` means that the user is still typing
 */
function go(next, { isTyped = false } = {}) {
  const previous = view
  view = next
  const address = addressOf(view)
  // Replace the history entry: otherwise the back button would step through a query letter by letter.
  if (isTyped) history.replaceState(history.state, '', address)
  else if (address !== addressOf(previous)) history.pushState({ isFromList: previous.bank === '' }, '', address)
  isIndexOpen = false
  render(previous)
}

/** @param {View} [previous] */
function render(previous) {
  const { country: code, query, bank, isResolving } = view
  const isPrivate = !isResolving && looksPrivate(searchInput.value)
  const visible = visibleSection(isPrivate)
  showCountry(code)
  toggleCountryIndex(visible === 'index')
  for (const { element } of [resultsRegion, countryRegion, readingsRegion]) element.hidden = element.id !== visible
  cardRegion.element.hidden = bank === ''
  updateMode()
  if (!isPrivate && searchInput.value.trim() !== query) searchInput.value = query
  if (visible === 'index') setStatus(indexStatus())
  else if (isResolving) renderReadings()
  else if (isPrivate) renderPrivate()
  else if (query) renderResults()
  else renderCountry()
  for (const row of queryAll('.list [data-bank]')) {
    if (row.dataset.bank === bank) row.setAttribute('aria-current', 'true')
    else row.removeAttribute('aria-current')
  }
  renderCard(previous)
  showRequest(currentRequest())
  document.title = pageTitle()
}

/** @param {boolean} isPrivate */
function visibleSection(isPrivate) {
  if (isIndexOpen) return 'index'
  if (view.isResolving) return 'resolved'
  if (view.query || isPrivate) return 'results'
  return isSupported(view.country) ? 'country' : 'index'
}

function indexStatus() {
  if (isIndexOpen) return 'Pick a country.'
  return view.country ? `The country “${view.country}” is not supported. Pick another.` : 'Or pick a country.'
}

function updateMode() {
  for (const name of ['find', 'resolve']) {
    const isResolving = name === 'resolve'
    const isHidden = isResolving !== view.isResolving
    const link = byId(`${name}-mode`)
    link.setAttribute('href', addressOf({ ...emptyView, country: view.country, isResolving }))
    link.setAttribute('aria-current', String(!isHidden))
    byId(`${name}-form`).hidden = isHidden
    byId(`${name}-hint`).hidden = isHidden
  }
}

function renderResults() {
  const { country: code, query } = view
  resultsRegion.load(`${code} ${query}`, api.searchRequest(query, code), ({ banks }) => searchResults(banks, view))
}

/** Resolves a possible account number by POST, because a search would put it into the URL. */
function renderPrivate() {
  const { country: code } = view
  const text = searchInput.value.trim()
  /** @param {string} suggestion */
  const check = (suggestion) => {
    searchInput.value = ''
    go({ ...emptyView, country: code, isResolving: true })
    resolve(suggestion)
  }
  resultsRegion.load(`resolve ${code} ${text}`, api.resolveRequest(text, code), (result) => ({
    content: [readingList(result, view, check), privateNote()],
    status: readingsStatus(result),
  }))
}

function renderCountry() {
  const { country: code, isFullList } = view
  const key = `${code} ${isFullList}`
  resultsRegion.show()
  setStatus('')
  /** @param {number} count */
  const status = (count) => `${formatCount(count, 'bank')} in ${countryName(code)}.`
  if (isFullList) {
    countryRegion.load(key, api.listRequest(code), ({ banks }) => ({
      content: fullList(banks, view),
      status: status(banks.length),
    }))
  } else {
    countryRegion.load(key, api.countriesRequest(), ({ countries }) => {
      const found = countries.find((candidate) => candidate.code === code)
      return found ? { content: countryView(found, view), status: status(found.bank_count) } : { content: '' }
    })
  }
}

function renderReadings() {
  if (checkedIdentifier === '') {
    setStatus('')
    return readingsRegion.show(exampleList(resolve))
  }
  const { country: code } = view
  readingsRegion.load(`${code} ${checkedIdentifier}`, api.resolveRequest(checkedIdentifier, code), (result) => ({
    content: readingList(result, view, resolve),
    status: readingsStatus(result),
  }))
}

/** @param {string} text */
function resolve(text) {
  identifierInput.value = text
  checkedIdentifier = text.trim()
  renderReadings()
  showRequest(currentRequest())
}

/** @param {View} [previous] */
async function renderCard(previous) {
  const { bank } = view
  if (bank === '') {
    cardRegion.show()
    const row = queryAll('.list [data-bank]').find(({ dataset }) => dataset.bank === previous?.bank)
    // Move the focus back to the bank's row, unless the user is typing.
    if (previous?.bank && document.activeElement !== searchInput) (row ?? currentInput()).focus({ preventScroll: true })
    return
  }
  let isNew = false
  await cardRegion.load(bank, api.bankRequest(bank), (detail) => {
    isNew = true
    cardBank = detail
    return { content: bankCard(detail, view) }
  })
  if (!isNew || view.bank !== bank) return
  document.title = pageTitle()
  loadSuccessorName()
  if (previous === undefined || previous.bank === bank) return
  if (!isWide.matches) scrollTo(0, 0)
  cardRegion.element.querySelector('h2')?.focus({ preventScroll: true })
}

/**
 * Closes the card. If it was opened from a list, goes back in the history, which restores the scroll position of the
 * list.
 */
function closeCard() {
  if (history.state?.isFromList) history.back()
  else go({ ...view, bank: '' })
}

/** Loads the successor of a bank, and then shows its name instead of its id. */
function loadSuccessorName() {
  const link = document.getElementById('successor')
  if (!link) return
  api.send(api.bankRequest(link.textContent), new AbortController().signal).then(
    ({ name }) => replaceChildren(link, name),
    () => undefined,
  )
}

function currentRequest() {
  const { country: code, query, bank, isResolving } = view
  if (bank) return api.bankRequest(bank)
  if (isResolving) return api.resolveRequest(checkedIdentifier || 'DE89 3704 0044 0532 0130 00', code)
  if (looksPrivate(searchInput.value)) return api.resolveRequest(searchInput.value.trim(), code)
  return query ? api.searchRequest(query, code) : api.listRequest(isSupported(code) ? code : 'NG')
}

function pageTitle() {
  const { country: code, query, bank, isResolving } = view
  if (bank && bank === cardBank.id) return `${cardBank.name} · ${serviceName}`
  const parts = [isResolving ? 'Check a number' : query, code && countryName(code)].filter(Boolean)
  return [...(parts.length > 0 ? parts : ['Find a bank’s code']), serviceName].join(' · ')
}

let debounceTimer = 0
searchInput.addEventListener('input', () => {
  clearTimeout(debounceTimer)
  debounceTimer = setTimeout(() => {
    const query = toSearchQuery(searchInput.value)
    go({ ...view, query, bank: '', isFullList: false }, { isTyped: view.query !== '' || query === '' })
  }, debounceMs)
})
// Remove the digit limit, which is needed only without JavaScript, when submitting the form puts the text into the URL.
for (const name of ['pattern', 'title']) searchInput.removeAttribute(name)
byId('find-form').addEventListener('submit', (event) => {
  event.preventDefault()
  queryAll('.list .bank')
    .find((row) => row.offsetParent)
    ?.focus()
})
identifierInput.addEventListener('input', (event) => {
  if (event instanceof InputEvent && event.inputType === 'insertFromPaste') resolve(identifierInput.value)
})
byId('resolve-form').addEventListener('submit', (event) => {
  event.preventDefault()
  resolve(identifierInput.value)
})

document.addEventListener('click', (event) => {
  const link = clickedLink(event)
  if (!link || event.defaultPrevented || link.hash) return
  if (link.origin !== serviceUrl.origin || link.pathname !== serviceUrl.pathname) return
  event.preventDefault()
  if ('closesCard' in link.dataset) return closeCard()
  go(readView(link.href))
  if (!view.bank) currentInput().focus()
})
addEventListener('popstate', () => {
  const previous = view
  view = readView(location.href)
  isIndexOpen = false
  render(previous)
})

initCountryChooser({
  toggle: () => {
    isIndexOpen = !isIndexOpen && visibleSection(false) !== 'index'
    render()
  },
  choose: (code) => {
    go({ ...view, query: toSearchQuery(searchInput.value), country: code, bank: '', isFullList: false })
    scrollTo(0, 0)
    currentInput().focus()
  },
})
initKeyboard({
  input: currentInput,
  goBack: () => {
    if (isIndexOpen) {
      isIndexOpen = false
      render()
      byId('country-button').focus()
    } else if (view.bank) closeCard()
  },
})

history.replaceState(history.state, '', addressOf(view))
render()
