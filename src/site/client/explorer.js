/** The explorer: shows what the address says, and keeps the address in step with what is done. */

import { looksPrivate, searchable } from './account-number-guard.js'
import { addressOf, home, readView, start } from './address.js'
import * as api from './api.js'
import { openRegion, say } from './async-region.js'
import { bankCard, closingLink } from './card.js'
import { countryName, isSupported, openChooser, showCountry, showIndex } from './country-chooser.js'
import { countryNote, wholeList } from './country-view.js'
import { allOf, countOf, fill, followed, part } from './dom.js'
import { moveByKeys } from './keys.js'
import { exampleList, privateNote, readingList, readingsSaid } from './readings.js'
import { showRequest } from './request-panel.js'
import { foundList } from './search-results.js'

/** @import { View } from './types.ts' */

/** Long enough that a quick typist asks once a word, too short to notice. */
const pauseMs = 80
const serviceName = 'Bank Lookup'

const search = /** @type {HTMLInputElement} */ (part('find-input'))
const identifier = /** @type {HTMLInputElement} */ (part('resolve-input'))
const results = openRegion('results')
const country = openRegion('country')
const resolved = openRegion('resolved')
const card = openRegion('card', () => closingLink(view))
const isWide = matchMedia('(min-width: 60rem)')

let view = readView(location.href)
let isChoosing = false
/** What was checked last; it is kept nowhere else. */
let checked = ''
/** The bank whose card was filled last. */
let opened = { id: '', name: '' }

const field = () => (view.isResolving ? identifier : search)

/**
 * @param {View} next
 * @param {{ isTyped?: boolean }} [how] while somebody types, the address is replaced: "back" should not spell
 */
function go(next, { isTyped = false } = {}) {
  const before = view
  view = next
  const address = addressOf(view)
  if (isTyped) history.replaceState(history.state, '', address)
  else if (address !== addressOf(before)) history.pushState({ isFromList: before.bank === '' }, '', address)
  isChoosing = false
  show(before)
}

/** @param {View} [before] */
function show(before) {
  const { country: code, query, bank, isResolving } = view
  const isPrivate = !isResolving && looksPrivate(search.value)
  const shown = whatIsShown(isPrivate)
  showCountry(code)
  showIndex(shown === 'index')
  for (const { element } of [results, country, resolved]) element.hidden = element.id !== shown
  card.element.hidden = bank === ''
  showMode()
  if (!isPrivate && search.value.trim() !== query) search.value = query
  if (shown === 'index') say(indexSaid())
  else if (isResolving) fillResolved()
  else if (isPrivate) fillPrivate()
  else if (query) fillResults()
  else fillCountry()
  for (const row of allOf('.list [data-bank]')) {
    if (row.dataset.bank === bank) row.setAttribute('aria-current', 'true')
    else row.removeAttribute('aria-current')
  }
  fillCard(before)
  showRequest(currentRequest())
  document.title = titleOf()
}

/** @param {boolean} isPrivate */
function whatIsShown(isPrivate) {
  if (isChoosing) return 'index'
  if (view.isResolving) return 'resolved'
  if (view.query || isPrivate) return 'results'
  return isSupported(view.country) ? 'country' : 'index'
}

function indexSaid() {
  if (isChoosing) return 'Choose a country.'
  return view.country ? `The country “${view.country}” is not supported; choose another.` : 'Or begin with a country.'
}

function showMode() {
  for (const name of ['find', 'resolve']) {
    const isResolving = name === 'resolve'
    const isOff = isResolving !== view.isResolving
    const link = part(`${name}-mode`)
    link.setAttribute('href', addressOf({ ...start, country: view.country, isResolving }))
    link.setAttribute('aria-current', String(!isOff))
    part(`${name}-form`).hidden = isOff
    part(`${name}-hint`).hidden = isOff
  }
}

function fillResults() {
  const { country: code, query } = view
  results.load(`${code} ${query}`, api.searchRequest(query, code), ({ banks }) => foundList(banks, view))
}

/** What may be an account number is not searched for, which would put it into an address. It is resolved by POST. */
function fillPrivate() {
  const { country: code } = view
  const text = search.value.trim()
  /** @param {string} suggestion */
  const check = (suggestion) => {
    search.value = ''
    go({ ...start, country: code, isResolving: true })
    resolve(suggestion)
  }
  results.load(`resolve ${code} ${text}`, api.resolveRequest(text, code), (answer) => ({
    content: [readingList(answer, view, check), privateNote()],
    said: readingsSaid(answer),
  }))
}

function fillCountry() {
  const { country: code, isWhole } = view
  const key = `${code} ${isWhole}`
  results.put()
  say('')
  /** @param {number} count */
  const said = (count) => `${countOf(count, 'open bank')} of ${countryName(code)}.`
  if (isWhole) {
    country.load(key, api.listRequest(code), ({ banks }) => ({
      content: wholeList(banks, view),
      said: said(banks.length),
    }))
  } else {
    country.load(key, api.countriesRequest(), ({ countries }) => {
      const found = countries.find((one) => one.code === code)
      return found ? { content: countryNote(found, view), said: said(found.bank_count) } : { content: '' }
    })
  }
}

function fillResolved() {
  if (checked === '') {
    say('')
    return resolved.put(exampleList(resolve))
  }
  const { country: code } = view
  resolved.load(`${code} ${checked}`, api.resolveRequest(checked, code), (answer) => ({
    content: readingList(answer, view, resolve),
    said: readingsSaid(answer),
  }))
}

/** @param {string} text */
function resolve(text) {
  identifier.value = text
  checked = text.trim()
  fillResolved()
  showRequest(currentRequest())
}

/** @param {View} [before] */
async function fillCard(before) {
  const { bank } = view
  if (bank === '') {
    card.put()
    const row = allOf('.list [data-bank]').find(({ dataset }) => dataset.bank === before?.bank)
    // Whoever types goes on typing.
    if (before?.bank && document.activeElement !== search) (row ?? field()).focus({ preventScroll: true })
    return
  }
  let isNew = false
  await card.load(bank, api.bankRequest(bank), (detail) => {
    isNew = true
    opened = detail
    return { content: bankCard(detail, view) }
  })
  if (!isNew || view.bank !== bank) return
  document.title = titleOf()
  nameSuccessor()
  if (before === undefined || before.bank === bank) return
  if (!isWide.matches) scrollTo(0, 0)
  card.element.querySelector('h2')?.focus({ preventScroll: true })
}

/** Where the list was before the card, "back" returns to it, to the same place. */
function closeCard() {
  if (history.state?.isFromList) history.back()
  else go({ ...view, bank: '' })
}

/** Until its name is here, a successor is shown by its id. */
function nameSuccessor() {
  const link = document.getElementById('successor')
  if (!link) return
  api.ask(api.bankRequest(link.textContent), new AbortController().signal).then(
    ({ name }) => fill(link, name),
    () => undefined,
  )
}

function currentRequest() {
  const { country: code, query, bank, isResolving } = view
  if (bank) return api.bankRequest(bank)
  if (isResolving) return api.resolveRequest(checked || 'DE89 3704 0044 0532 0130 00', code)
  if (looksPrivate(search.value)) return api.resolveRequest(search.value.trim(), code)
  return query ? api.searchRequest(query, code) : api.listRequest(isSupported(code) ? code : 'NG')
}

function titleOf() {
  const { country: code, query, bank, isResolving } = view
  if (bank && bank === opened.id) return `${opened.name} · ${serviceName}`
  const shown = [isResolving ? 'Which bank is this?' : query, code && countryName(code)].filter(Boolean)
  return [...(shown.length > 0 ? shown : ['Find a bank’s code']), serviceName].join(' · ')
}

let pause = 0
search.addEventListener('input', () => {
  clearTimeout(pause)
  pause = setTimeout(() => {
    const query = searchable(search.value)
    go({ ...view, query, bank: '', isWhole: false }, { isTyped: view.query !== '' || query === '' })
  }, pauseMs)
})
// Only without script the form is sent, as an address.
for (const name of ['pattern', 'title']) search.removeAttribute(name)
part('find-form').addEventListener('submit', (event) => {
  event.preventDefault()
  allOf('.list .bank')
    .find((row) => row.offsetParent)
    ?.focus()
})
identifier.addEventListener('input', (event) => {
  if (event instanceof InputEvent && event.inputType === 'insertFromPaste') resolve(identifier.value)
})
part('resolve-form').addEventListener('submit', (event) => {
  event.preventDefault()
  resolve(identifier.value)
})

document.addEventListener('click', (event) => {
  const link = followed(event)
  if (!link || event.defaultPrevented || link.hash) return
  if (link.origin !== home.origin || link.pathname !== home.pathname) return
  event.preventDefault()
  if ('closes' in link.dataset) return closeCard()
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
  toggle: () => {
    isChoosing = !isChoosing && whatIsShown(false) !== 'index'
    show()
  },
  choose: (code) => {
    go({ ...view, query: searchable(search.value), country: code, bank: '', isWhole: false })
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
    } else if (view.bank) closeCard()
  },
})

history.replaceState(history.state, '', addressOf(view))
show()
