/**
 * The banks in a country: best known first or from A to Z, with filters, and the letters to jump to. The first rows are shown
 * at once; the whole list is loaded when the browser is idle, or when the user scrolls or jumps.
 */

import { html } from '../../../html.ts'
import { bankRow, type RowBank } from '../../../views/bank-row.ts'
import { schemeFor } from '../../../views/codes/shown-code.ts'
import {
  countryBanks,
  countryFacets,
  countryHead,
  countryOrder,
  type ListedBanks,
  listCount,
} from '../../../views/country-list.ts'
import { formatCount, formatNumber } from '../../../views/text/text-format.ts'
import { inCountry, type ViewContext } from '../../../views/view-context.ts'
import { queryAll, setContent } from '../../shared/dom.ts'
import { type ApiRequest, countriesRequest, listRequest, shownListRequest } from '../api/requests.ts'
import { send } from '../api/send.ts'
import { setFacets } from '../dom/facet-bar.ts'
import { createFailureNotice } from '../dom/failure-notice.ts'
import type { ListParts } from '../list/active-row.ts'
import { initialsOf } from '../list/list-filter.ts'
import type { PageElements } from '../page-elements.ts'
import { rememberedScheme } from '../scheme-memory.ts'
import type { ListView } from '../view.ts'

const firstRows = 100
/** Lists up to this length are loaded when the browser is idle; longer ones only when they are needed. */
const idleLoadMax = 1500

export function createCountryPanel(
  context: ViewContext,
  { country: element, countryNotice }: PageElements,
  { region, rows, active, setStatus, onShow }: ListParts,
) {
  let view: ListView
  /** The country and order that the element shows, if it is in sight. */
  let shownHead = ''
  let isWholeRequested = false
  /** Aborted when the panel is hidden or shows another list. */
  let shown = new AbortController()
  const failure = createFailureNotice(countryNotice, () => loadWhole())

  /** The kind of code in the rows: the one in the address, or else the one that the user chose earlier. */
  const schemeOf = ({ country, scheme }: ListView): string =>
    schemeFor(context, country, scheme, rememberedScheme(country))
  const headOf = (list: ListView): string => `country ${list.country} ${list.sort} ${schemeOf(list)}`
  const keyOf = (list: ListView): string => [headOf(list), list.type, list.rail, list.region].join(' ')
  const grid = (): HTMLElement => element.querySelector('[role=grid]') as HTMLElement
  const rowOf = (bank: RowBank): string =>
    bankRow(context, bank, { country: view.country, schemes: [schemeOf(view)] }).text

  /** Shows the first rows of a list. */
  function start(first: readonly (string | HTMLElement)[], total: number): void {
    onShow()
    hide()
    shownHead = headOf(view)
    shown = new AbortController()
    element.querySelector('.pages')?.remove()
    rows.show(grid(), {
      total,
      rowAt: (index) => first[index],
      need: (end) => end > first.length && needWhole(),
    })
    active.reset()
    const count = listCount(context, view.country, total)
    const all = context.countries.get(view.country)?.bankCount ?? total
    setStatus(
      count === '' ? '' : `${formatNumber(total)} of ${formatCount(all, 'bank')} ${inCountry(context, view.country)}`,
    )
    if (view.sort === 'name') needWhole()
    else if (total > first.length && total <= idleLoadMax) {
      const { signal } = shown
      // Safari has no `requestIdleCallback`.
      const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 500))
      whenIdle(() => signal.aborted || needWhole())
    }
  }

  /** Drops what is loading, before something else is shown. */
  function hide(): void {
    shown.abort()
    isWholeRequested = false
    shownHead = ''
    failure.hide()
  }

  function needWhole(): void {
    if (!isWholeRequested) loadWhole()
  }

  async function loadWhole(): Promise<void> {
    const { signal } = shown
    isWholeRequested = true
    try {
      const { banks } = await send(listRequest(view), signal)
      if (signal.aborted) return
      failure.hide()
      showLetters(banks)
      rows.show(grid(), { total: banks.length, rowAt: (index) => banks[index] && rowOf(banks[index]) })
    } catch (error) {
      if (!signal.aborted) failure.show(error)
    }
  }

  /** Shows the initial letters that occur in a list from A to Z. */
  function showLetters(banks: readonly RowBank[]): void {
    const bar = element.querySelector('.letters')
    const buttons = [...initialsOf(banks)].map(
      ([letter, index]) => html`<button type="button" data-row="${index}">${letter}</button>`,
    )
    if (bar) setContent(bar, html`${buttons}`)
  }

  /** Keeps the heading of the country, and what the user unfolded in it. */
  function showFiltered({ total, facets }: ListedBanks<RowBank>): void {
    setFacets(
      element.querySelector('.country-facets') as HTMLElement,
      countryFacets(context, view.country, view, facets),
    )
    setContent(element.querySelector('.country-order') as HTMLElement, countryOrder(context, view.country, view))
    setContent(element.querySelector('.list-count') as HTMLElement, listCount(context, view.country, total))
  }

  element.addEventListener('click', ({ target }) => {
    const letter = target instanceof Element && target.closest<HTMLElement>('[data-row]')
    if (!letter) return
    const index = Number(letter.dataset.row)
    rows.scrollToTop(index)
    active.activate(rows.rowElement(index) ?? letter)
  })

  return {
    requestFor: (next: ListView): ApiRequest<unknown> => shownListRequest(next, schemeOf(next)),
    hide,
    /** Takes over the rows that the server rendered. */
    adopt: (next: ListView): void => {
      view = next
      region.reset(keyOf(view))
      start(queryAll('[data-bank]', grid()), Number(grid().dataset.total))
    },
    show: (next: ListView): Promise<boolean> => {
      view = next
      if (shownHead !== headOf(view)) hide()
      return region.load(
        keyOf(view),
        (signal) => Promise.all([send(countriesRequest(), signal), send(listRequest(view, firstRows), signal)]),
        ([{ countries }, listed]) => {
          const country = countries.find(({ code }) => code === view.country)
          if (!country) return
          const page = { ...view, scheme: schemeOf(view), page: 1 }
          if (shownHead === headOf(view)) showFiltered(listed)
          else {
            const level = document.querySelector('.hero') ? 2 : 1
            const focused =
              document.activeElement instanceof HTMLElement ? document.activeElement.dataset.scheme : undefined
            const head = countryHead(context, country, level, page.scheme)
            setContent(element, html`${head}${countryBanks(context, country, { ...listed, banks: [] }, page)}`)
            // The link of the choice that the user has just made keeps the focus.
            queryAll('[data-scheme]', element)
              .find(({ dataset }) => dataset.scheme === focused)
              ?.focus({ preventScroll: true })
          }
          start(listed.banks.map(rowOf), listed.total)
        },
      )
    },
  }
}
