/** The elements of the page: those that the server rendered, and those that only the script needs. */

import { html } from '../../html.ts'
import { type ContextData, createViewContext, type ViewContext } from '../../views/view-context.ts'
import { byId, create, setContent } from '../shared/dom.ts'

/** Whether the list stays visible next to the card. */
export const isWide = matchMedia('(min-width: 60rem)')
/** Whether an on-screen keyboard or a large zoom leaves little height: everything above the field is then hidden. */
export const isSmall = matchMedia('(max-width: 40rem), (max-height: 30rem)')

export function readContext(): ViewContext {
  const data = JSON.parse(byId('explorer-data').textContent) as ContextData
  return createViewContext({ ...data, publicUrl: data.publicUrl || location.origin }, new Date())
}

export type PageElements = ReturnType<typeof findElements>

/** The country of the page as the server found it: a URL may have another code for it, or one that does not exist. */
export const readServedCountry = ({ countrySelect }: PageElements): string =>
  countrySelect.querySelector<HTMLOptionElement>('option[selected]')?.value.toUpperCase() ?? ''

export function findElements() {
  const list = byId('list')
  const root = byId('explorer')
  // Remove a part of the page that is only for browsers without script.
  list.querySelector(':scope > .more')?.remove()
  const section = (id: string, tag: 'div' | 'section' = 'div'): HTMLElement =>
    document.getElementById(id) ?? create(tag, { id, hidden: '' })
  const notice = section('list-notice')
  list.prepend(notice)
  const empty = section('no-results')
  const shownEmpty = list.querySelector(':scope > .empty')
  if (shownEmpty) {
    empty.append(shownEmpty)
    empty.hidden = false
  }
  const results = section('results')
  results.className = 'bank-rows'
  results.setAttribute('role', 'grid')
  results.setAttribute('aria-label', 'Banks')
  const elements = {
    root,
    form: byId<HTMLFormElement>('search'),
    field: byId<HTMLInputElement>('query'),
    clearButton: createClearButton(),
    /** The countries, until the script replaces them with a button. */
    countrySelect: byId<HTMLSelectElement>('country'),
    status: byId('status'),
    facets: byId('facets'),
    list,
    /** The heading of results, for screen readers. Undefined if the page always has another first heading. */
    heading: root.querySelector('.hero') ? undefined : findHeading(list),
    notice,
    answer: section('answer', 'section'),
    /** Above the results in a country: the choice of the code that the rows show. */
    schemes: section('schemes'),
    results,
    empty,
    country: section('country-banks', 'section'),
    countries: section('countries', 'section'),
    check: section('check', 'section'),
    /** Notices below the rows, if more of them could not be loaded. */
    resultsNotice: section('results-notice'),
    countryNotice: section('country-notice'),
    card: byId('card'),
    request: byId('request'),
  }
  const { answer, schemes, country, countries, check, resultsNotice, countryNotice } = elements
  list.append(answer, schemes, results, empty, resultsNotice, country, countryNotice, countries, check)
  for (const element of [notice, resultsNotice, countryNotice]) element.className = 'notice bad'
  elements.answer.setAttribute('aria-label', 'Answer')
  elements.country.setAttribute('aria-label', 'Country')
  elements.countries.setAttribute('aria-label', 'Countries')
  prepareField(elements.field, elements.clearButton)
  list.after(createTips())
  return elements
}

function findHeading(list: HTMLElement): HTMLElement {
  const present = list.querySelector<HTMLElement>(':scope > h1.visually-hidden')
  if (present) return present
  const heading = create('h1', { class: 'visually-hidden', hidden: '' })
  list.prepend(heading)
  return heading
}

/** On a wide screen, stands next to the list of a country until the user moves in it. */
function createTips(): HTMLElement {
  const tips = create('div', { class: 'tips' })
  setContent(tips, html`<p><kbd>↑</kbd> <kbd>↓</kbd> move <kbd>Enter</kbd> open <kbd>C</kbd> copy the code</p>`)
  return tips
}

function createClearButton(): HTMLElement {
  const button = create('button', { type: 'button', class: 'clear', hidden: '' })
  setContent(
    button,
    html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M3.5 3.5l9 9m0-9l-9 9"/></svg><span class="visually-hidden">Clear</span>`,
  )
  return button
}

/** Makes the field a combobox with a grid as its popup, which an input of the type "search" cannot be. */
function prepareField(field: HTMLInputElement, clearButton: HTMLElement): void {
  field.type = 'text'
  field.setAttribute('enterkeyhint', 'search')
  const attributes = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-haspopup': 'grid',
    'aria-controls': 'results',
    'aria-expanded': 'false',
  }
  for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
  field.after(clearButton)
}

/** On a small screen, hides the introduction and scrolls the field to the top of the window. */
export function makeRoom({ root, form }: Pick<PageElements, 'root' | 'form'>): void {
  if (!isSmall.matches) return
  root.dataset.compact = 'true'
  scrollBy({ top: Math.max(0, form.getBoundingClientRect().top), behavior: 'instant' })
}
