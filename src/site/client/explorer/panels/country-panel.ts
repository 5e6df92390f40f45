/**
 * The banks in a country: best known first or from A to Z, with a filter, the types with their numbers, the rails, and the
 * letters to jump to. The first rows are shown at once; the whole list is loaded when the user scrolls, filters or jumps.
 */
import { html } from '../../../html.ts'
import { bankRow } from '../../../views/bank-row.ts'
import { schemeFor } from '../../../views/codes/shown-code.ts'
import { countryBanks, countryHead } from '../../../views/country-list.ts'
import { facets } from '../../../views/facets.ts'
import { emptySearch } from '../../../views/page-paths.ts'
import { formatCount, formatNumber } from '../../../views/text/text-format.ts'
import { inCountry, type ViewContext } from '../../../views/view-context.ts'
import { queryAll, setContent } from '../../shared/dom.ts'
import { type ApiRequest, countriesRequest, listRequest, shownListRequest } from '../api/requests.ts'
import { send } from '../api/send.ts'
import { setFacets } from '../dom/facet-bar.ts'
import { createFailureNotice } from '../dom/failure-notice.ts'
import type { ListParts } from '../list/active-row.ts'
import { countTypes, filterBanks, initialsOf, type ListedBank } from '../list/list-filter.ts'
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
  /** All banks, or all banks on a rail. */
  let whole: { rail: string; banks: readonly ListedBank[] } | undefined
  /** The rail of the list that was requested. An empty string means all banks. */
  let requestedRail: string | undefined
  /** Aborted when the panel is hidden, and undefined while it is hidden. */
  let shown: AbortController | undefined
  const failure = createFailureNotice(countryNotice, () => loadWhole())

  /** The kind of code in the rows: the one in the address, or else the one that the user chose earlier. */
  const schemeOf = ({ country, scheme }: ListView): string =>
    schemeFor(context, country, scheme, rememberedScheme(country))
  const keyOf = (list: ListView): string => `country ${list.country} ${list.sort} ${schemeOf(list)}`
  const grid = (): HTMLElement => element.querySelector('[role=grid]') as HTMLElement
  const facetBar = (): HTMLElement => element.querySelector('.country-facets') as HTMLElement
  const filter = (): HTMLInputElement | null => element.querySelector('#bank-filter')
  const rowOf = (bank: ListedBank): string =>
    bankRow(context, bank, { country: view.country, schemes: [schemeOf(view)] }).text

  const isFiltered = (): boolean => view.type !== '' || view.rail !== ''

  /** Shows the first rows of a new country or order. */
  function start(first: readonly (string | HTMLElement)[]): void {
    const total = context.countries.get(view.country)?.bankCount ?? first.length
    onShow()
    hide()
    shown = new AbortController()
    element.querySelector('.pages')?.remove()
    rows.show(grid(), {
      total: Math.max(total, first.length),
      rowAt: (index) => first[index],
      need: (end) => end > first.length && needWhole(),
    })
    active.reset()
    setStatus('')
    if (view.sort === 'name' || isFiltered()) needWhole()
    else if (total <= idleLoadMax) {
      const { signal } = shown
      // Safari has no `requestIdleCallback`.
      const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 500))
      whenIdle(() => signal.aborted || needWhole())
    }
  }

  /** Drops what is loading, before something else is shown. */
  function hide(): void {
    shown?.abort()
    shown = whole = requestedRail = undefined
    failure.hide()
  }

  function needWhole(): void {
    if (requestedRail !== view.rail) loadWhole()
  }

  async function loadWhole(): Promise<void> {
    if (!shown) return
    const { signal } = shown
    const { rail } = view
    requestedRail = rail
    try {
      const { banks } = await send(listRequest(view), signal)
      if (signal.aborted || rail !== view.rail) return
      failure.hide()
      whole = { rail, banks }
      apply()
    } catch (error) {
      if (!signal.aborted && rail === view.rail) failure.show(error)
    }
  }

  /** Shows the banks that pass the filters. */
  function apply(): void {
    if (whole?.rail !== view.rail) return
    const { country, type, rail } = view
    const found = filterBanks(whole.banks, filter()?.value ?? '')
    const left = type === '' ? found : found.filter((bank) => bank.type === type)
    setFacets(facetBar(), facets(context, { ...emptySearch, country, type, rail }, { type: countTypes(found) }))
    showLetters(left)
    rows.show(grid(), { total: left.length, rowAt: (index) => left[index] && rowOf(left[index]) })
    const total = rail === '' ? whole.banks.length : (context.countries.get(country)?.bankCount ?? 0)
    const isAll = left.length === total
    setStatus(
      isAll ? '' : `${formatNumber(left.length)} of ${formatCount(total, 'bank')} ${inCountry(context, country)}`,
    )
  }

  /** Shows the initial letters that occur in a list from A to Z. */
  function showLetters(banks: readonly ListedBank[]): void {
    const bar = element.querySelector('.letters')
    const buttons = [...initialsOf(banks)].map(
      ([letter, index]) => html`<button type="button" data-row="${index}">${letter}</button>`,
    )
    if (bar) setContent(bar, html`${buttons}`)
  }

  element.addEventListener('input', () => {
    needWhole()
    apply()
    active.reset()
  })
  element.addEventListener('focusin', ({ target }) => {
    if (target === filter()) needWhole()
  })
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
      start(queryAll('[data-bank]', grid()))
    },
    show: (next: ListView): Promise<boolean> => {
      const isSame = region.has(keyOf(next))
      view = next
      if (isSame) {
        if (isFiltered() || whole) needWhole()
        apply()
      } else hide()
      return region.load(
        keyOf(view),
        (signal) => Promise.all([send(countriesRequest(), signal), send(listRequest(view, firstRows), signal)]),
        ([{ countries }, { banks }]) => {
          const country = countries.find(({ code }) => code === view.country)
          if (!country) return
          const level = document.querySelector('.hero') ? 2 : 1
          const page = { sort: view.sort, page: 1, scheme: schemeOf(view) }
          const focused =
            document.activeElement instanceof HTMLElement ? document.activeElement.dataset.scheme : undefined
          const head = countryHead(context, country, level, page.scheme)
          setContent(element, html`${head}${countryBanks(context, country, [], page)}`)
          start(banks.map(rowOf))
          // The link of the choice that the user has just made keeps the focus.
          queryAll('[data-scheme]', element)
            .find(({ dataset }) => dataset.scheme === focused)
            ?.focus({ preventScroll: true })
        },
      )
    },
  }
}
