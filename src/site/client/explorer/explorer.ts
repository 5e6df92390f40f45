/** The explorer: shows the view that the URL describes, and updates the URL as the user acts. */
import { requestExamples } from '../../views/request-examples.ts'
import { looksPrivate, toSearchQuery } from '../../views/text/identifier-guess.ts'
import { initCopyButtons } from '../shared/copy.ts'
import { clicked, queryAll, setContent } from '../shared/dom.ts'
import { type ApiRequest, bankRequest } from './api/requests.ts'
import { fileFor, serviceUrl } from './api/send.ts'
import { initBankFilter } from './dom/bank-filter.ts'
import { onRegionChoice } from './dom/facet-bar.ts'
import {
  currentView,
  initHistory,
  isPrivateEntry,
  pushView,
  replaceView,
  savedScroll,
  showHead,
  stepsToList,
} from './history.ts'
import { initKeyboard } from './keyboard.ts'
import { focusable } from './list/active-row.ts'
import { findElements, isSmall, isWide, makeRoom, readContext, readServedCountry } from './page-elements.ts'
import { createCardPanel, readCopiedResponse } from './panels/card-panel.ts'
import { initCardPosition } from './panels/card-position.ts'
import { createCountryChooser } from './panels/country-chooser.ts'
import { createListPanel, sectionOf } from './panels/list-panel.ts'
import { createPreview } from './panels/preview.ts'
import { addRecent } from './panels/recent.ts'
import { hasRemembered, rememberScheme } from './scheme-memory.ts'
import { createTypingDelay } from './typing-delay.ts'
import { isStart, linkedView, readBankLink, startView, type View } from './view.ts'

const context = readContext()
const elements = findElements()
const { root, form, field, clearButton, countrySelect, list: listElement, card: cardElement } = elements

/** What the page shows. */
const state = {
  view: currentView(),
  /** Text in the field that may be an account number. It is kept only in memory. */
  privateText: '',
  isStarted: false,
  /** Whether the user did anything: a first visit loads no card. */
  hasActed: false,
  /** Resolves when the list shows the view. */
  listShown: Promise.resolve(false),
}

const stickyHeight = (): number => (getComputedStyle(form).position === 'sticky' ? form.offsetHeight : 0)
const list = createListPanel(context, elements, stickyHeight, () => followActive())
const { active, rows } = list
const card = createCardPanel(context, cardElement)
const cardPosition = initCardPosition(cardElement, stickyHeight)
const preview = createPreview({
  card,
  canShow: () => isWide.matches && ['search', 'country'].includes(root.dataset.view ?? ''),
  onShow: cardPosition.reset,
})

/** Shows the bank of the active row next to the list. */
function followActive(): void {
  if (!state.isStarted || state.view.bank !== '') return
  const isWanted = active.isMoved || state.hasActed || root.dataset.list === 'search'
  const link = isWanted ? focusable(active.element()) : undefined
  preview.follow(link instanceof HTMLAnchorElement ? readBankLink(link, serviceUrl) : undefined)
}

const chooser = createCountryChooser(context, countrySelect, (code) => {
  const query = toSearchQuery(field.value)
  go({ list: { ...startView, country: code, query }, bank: '' })
  scrollTo(0, Math.min(scrollY, form.offsetTop))
  field.focus({ preventScroll: true })
})

function go(next: View, { isTyped = false } = {}): void {
  const previous = state.view
  state.view = next
  state.hasActed = true
  if (isTyped) replaceView(next, state.privateText !== '')
  else pushView(next, previous, state.privateText !== '')
  render(previous)
}

function render(previous?: View): void {
  const { list: shown, bank } = state.view
  const section = sectionOf(shown, state.privateText)
  root.dataset.view = bank === '' ? section : 'bank'
  root.dataset.list = section
  if (section === 'start') delete root.dataset.compact
  chooser.close()
  chooser.showCountry(shown?.country ?? '')
  if (state.privateText === '' && field.value.trim() !== (shown?.query ?? '')) field.value = shown?.query ?? ''
  clearButton.hidden = field.value === ''
  state.listShown = list.show(shown, state.privateText)
  renderCard(previous)
  const { path, shownPath = path, body } = fileFor(currentRequest())
  setContent(elements.request, requestExamples(context, { path: shownPath, ...(body && { body }) }))
  showHead(context, state.view)
}

async function renderCard(previous?: View): Promise<void> {
  const { bank } = state.view
  for (const row of queryAll('[aria-current=true][data-bank]', listElement)) row.removeAttribute('aria-current')
  if (bank === '') {
    followActive()
    rows.refresh()
    // Move the focus back to where the card was opened, unless the user is typing.
    if (previous?.bank && document.activeElement !== field)
      (focusable(active.element()) ?? field).focus({ preventScroll: true })
    return
  }
  listElement.querySelector(`[data-bank="${CSS.escape(bank)}"]`)?.setAttribute('aria-current', 'true')
  preview.stop()
  const isNew = previous !== undefined && previous.bank !== bank
  const detail = await card.show(bank, state.view.list ? 2 : 1, state.view.choice)
  if (!detail || state.view.bank !== bank) return
  addRecent(detail)
  showHead(context, state.view, detail)
  if (!isNew) return
  cardPosition.reset()
  if (!isWide.matches) scrollTo({ top: cardElement.offsetTop, behavior: 'instant' })
  card.focus()
}

const openBank = (link: HTMLAnchorElement): void => go({ list: state.view.list, ...readBankLink(link, serviceUrl) })

/** Goes back to the list in the history if the card was opened from it, so that Back does not open the card again. */
function closeCard(): void {
  if (stepsToList() > 0) history.go(-stepsToList())
  else go({ list: state.view.list ?? startView, bank: '' })
}

const currentRequest = (): ApiRequest<unknown> =>
  state.view.bank === '' ? list.requestFor(state.view.list, state.privateText) : bankRequest(state.view.bank)

/** Shows the results for the text in the field. */
function search(): void {
  const wasSearch = state.view.bank === '' && sectionOf(state.view.list, state.privateText) === 'search'
  state.privateText = looksPrivate(field.value) ? field.value.trim() : ''
  const query = toSearchQuery(field.value)
  const base = state.view.list ?? startView
  // A filter belongs to the results in which it was chosen.
  const next = { ...startView, country: base.country, query, ...(query !== '' && query === base.query && base) }
  go({ list: next, bank: '' }, { isTyped: wasSearch || (query === '' && state.privateText === '') })
}

function clear(): void {
  field.value = ''
  search()
  field.focus()
}

const typingDelay = createTypingDelay(search)
field.addEventListener('input', () => {
  clearButton.hidden = field.value === ''
  makeRoom(elements)
  typingDelay.typed(field.value)
})
field.addEventListener('focus', () => makeRoom(elements))
clearButton.addEventListener('click', clear)
form.addEventListener('submit', (event) => {
  event.preventDefault()
  typingDelay.flush()
  // Close the on-screen keyboard.
  field.blur()
})

document.addEventListener('click', (event) => {
  const use = clicked(event, '[data-use]')
  const bankRow = clicked(event, '.bank-row [role=gridcell]:first-child')
  if (use) {
    event.preventDefault()
    field.value = use.dataset.use ?? ''
    search()
  } else if (clicked(event, '[data-closes-card]')) closeCard()
  else followLink(event)
  if (bankRow) active.activate(bankRow)
})

/** Opens links to other views in place. */
function followLink(event: MouseEvent): void {
  const link = clicked(event, 'a[href]') as HTMLAnchorElement | undefined
  const next = link && linkedView(link, serviceUrl)
  // The start page has an introduction that other pages lack: let the browser load it.
  if (!next || (isStart(next) && !root.querySelector('.hero'))) return
  event.preventDefault()
  active.activate(link)
  if (next.bank !== '') openBank(link)
  else if (next.list?.isCheck) {
    field.focus()
    field.select()
  } else {
    if (link.dataset.scheme !== undefined) rememberScheme(next.list?.country ?? '', link.dataset.scheme)
    state.privateText = ''
    go(next)
  }
}

onRegionChoice((region) => go({ list: { ...(state.view.list ?? startView), region }, bank: '' }))
isWide.addEventListener('change', followActive)

addEventListener('popstate', () => {
  // Only the fragment changed, as with the skip link: the new entry shows the same view.
  if (history.state === null) {
    replaceView(state.view, state.privateText !== '')
    return
  }
  const previous = state.view
  const next = currentView()
  const saved = savedScroll()
  state.view = next
  if (!isPrivateEntry()) state.privateText = ''
  field.value = state.privateText || (state.view.list?.query ?? '')
  render(previous)
  // The list next to a card has been scrolled with it.
  if (isWide.matches && previous.bank !== '' && JSON.stringify(previous.list) === JSON.stringify(next.list)) {
    rows.refresh()
    return
  }
  restoreScroll(saved)
  // A list that has to be loaded again is too short to scroll until it is there.
  state.listShown.then((isShown) => {
    if (isShown && state.view === next && scrollY !== saved) restoreScroll(saved)
  })
})

function restoreScroll(saved = savedScroll()): void {
  if (saved !== undefined) scrollTo({ top: saved, behavior: 'instant' })
  rows.refresh()
}

listElement.addEventListener('focusin', ({ target }) => {
  state.hasActed = true
  active.activate(target as Element)
})

initBankFilter(elements.answer)
initCopyButtons({
  copyFrom: readCopiedResponse,
  copyLink: ({ dataset }) => new URL(dataset.copyLink ?? '', location.href).href,
})
initKeyboard({
  field,
  list: listElement,
  active,
  pageRows: () => rows.rowsInSight,
  openActive: async () => {
    typingDelay.flush()
    // The results for the typed text may not have arrived yet.
    const pending = state.listShown
    if (!(await pending) || pending !== state.listShown) return
    const link = focusable(active.element())
    if (link instanceof HTMLAnchorElement) openBank(link)
  },
  clear,
  close: () => {
    if (chooser.isOpen) chooser.close()
    else if (state.view.bank !== '' && state.view.list) closeCard()
    else return false
    return true
  },
})

/** Takes over the page that the server rendered. */
function start(): void {
  initHistory()
  document.documentElement.classList.add('script')
  const { view } = state
  const rendered = root.dataset.view
  // The server renders the page of a bank without a list, so only other pages have a country here.
  if (view.list && view.bank === '') view.list = { ...view.list, country: readServedCountry(elements) }
  // The user may have typed before the script was loaded.
  const typed = field.value === field.defaultValue ? undefined : field.value
  const parameters = new URLSearchParams(location.search)
  const outside = parameters.get('q') ?? ''
  // A link may contain an account number. Remove it from the URL, and check it as if the user had typed it.
  if (looksPrivate(outside)) field.value = state.privateText = outside.trim()
  replaceView(view, state.privateText !== '')
  // Every request for a page of a static site returns the same content.
  const isOther = ['page', 'offset', ...(context.isStatic ? ['sort'] : [])].some((name) => parameters.has(name))
  const isServed = view.list && rendered === sectionOf(view.list, '') && state.privateText === '' && !isOther
  if (rendered === 'bank' && !context.isStatic) card.adopt(view.bank, view.choice)
  else if (view.list && isServed && !hasRemembered(view.list)) list.adopt(view.list)
  render()
  restoreScroll()
  if (typed !== undefined) {
    field.value = typed
    search()
  }
  if (isWide.matches && !isSmall.matches && state.view.bank === '' && document.activeElement === document.body) {
    field.focus({ preventScroll: true })
    field.setSelectionRange(field.value.length, field.value.length)
  }
  state.isStarted = true
  followActive()
}

start()
