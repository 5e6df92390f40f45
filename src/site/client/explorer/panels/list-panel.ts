/** The list: the results of a search, the banks in a country, the countries on the start page, or the check of a number. */
import { checkSection } from '../../../views/answers/check-form.ts'
import { countryIndex } from '../../../views/country-index.ts'
import { resultsHeading } from '../../../views/titles.ts'
import type { ViewContext } from '../../../views/view-context.ts'
import { clicked, setContent } from '../../shared/dom.ts'
import { type ApiRequest, countriesRequest, resolveRequest } from '../api/requests.ts'
import { createRegion } from '../dom/region.ts'
import { createActiveRow } from '../list/active-row.ts'
import { createVirtualList } from '../list/virtual-list.ts'
import type { PageElements } from '../page-elements.ts'
import type { ListView } from '../view.ts'
import { createCountryPanel } from './country-panel.ts'
import { initPrefetch } from './preview.ts'
import { clearRecent, readRecent, recentLine } from './recent.ts'
import { createResultsPanel } from './results-panel.ts'

/** What the list shows. On the page of a bank there may be no list. */
export type Section = 'start' | 'search' | 'country' | 'check' | 'none'

export function sectionOf(view: ListView | undefined, privateText: string): Section {
  if (!view) return 'none'
  if (view.query !== '' || privateText !== '') return 'search'
  if (view.isCheck) return 'check'
  return view.country === '' ? 'start' : 'country'
}

/** `stickyHeight` returns the height of the bar at the top of the window. */
export function createListPanel(
  context: ViewContext,
  elements: PageElements,
  stickyHeight: () => number,
  onActive: () => void,
) {
  const { field, list, status, facets, notice, answer, empty, results: grid, countries, check } = elements
  const setStatus = (text: string): void => {
    if (status.textContent !== text) status.textContent = text
  }
  const rows = createVirtualList(grid, { stickyHeight, onRender: () => active.mark() })
  const active = createActiveRow(field, answer, rows, onActive)
  const region = createRegion(list, {
    notice,
    companions: [facets],
    onStale: (isBusy) => setStatus(isBusy ? 'Searching…' : ''),
  })
  const shared = { region, rows, active, setStatus }
  const results = createResultsPanel(context, elements, { ...shared, onShow: () => showSection('search') })
  const country = createCountryPanel(context, elements, { ...shared, onShow: () => showSection('country') })

  /** Shows a part of the list and hides the others. */
  function showSection(section: Section): void {
    grid.hidden = section !== 'search'
    elements.country.hidden = section !== 'country'
    countries.hidden = section !== 'start'
    check.hidden = section !== 'check'
    if (section === 'search') return
    answer.hidden = empty.hidden = elements.schemes.hidden = true
    answer.replaceChildren()
  }

  function showStart(): void {
    if (countries.childElementCount === 0) setContent(countries, countryIndex(context))
    showWithoutRows('start')
    showRecent()
    setStatus('Or pick a country')
  }

  function showCheck(): void {
    if (check.childElementCount === 0) setContent(check, checkSection(context))
    showWithoutRows('check')
    setContent(facets, '')
    setStatus('')
  }

  function showWithoutRows(section: Section): void {
    region.reset(section)
    showSection(section)
    rows.show(grid)
    active.reset()
  }

  function showRecent(): void {
    const banks = readRecent()
    setContent(facets, banks.length > 0 ? recentLine(context, banks) : '')
  }

  initPrefetch(list)
  facets.addEventListener('click', (event) => {
    if (!clicked(event, '[data-clear-recent]')) return
    clearRecent()
    showRecent()
    field.focus()
  })

  function showHeading(view: ListView | undefined, section: Section): void {
    if (!elements.heading) return
    // The other sections have a first heading of their own.
    elements.heading.hidden = section !== 'search' && section !== 'start'
    elements.heading.textContent = view?.query ? resultsHeading(context, view) : 'Find a bank’s code'
  }

  return {
    active,
    rows,
    /**
     * `privateText`: the text with what may be an account number; the query has only its words. Resolves to whether the list shows the
     * view: false on failure, or if another view was requested since.
     */
    show: async (view: ListView | undefined, privateText: string): Promise<boolean> => {
      const section = sectionOf(view, privateText)
      list.hidden = section === 'none'
      showHeading(view, section)
      if (!view) return false
      if (section !== 'search') results.hide()
      if (section !== 'country') country.hide()
      if (section === 'search') return results.show(view, privateText)
      if (section === 'country') return country.show(view)
      if (section === 'check') showCheck()
      else showStart()
      return true
    },
    /** Takes over the results or the banks in a country that the server rendered: their first page. */
    adopt: (view: ListView): void => {
      const section = sectionOf(view, '')
      if (section === 'search') results.adopt(view)
      else if (section === 'country') country.adopt(view)
    },
    /** The request for what the list shows, as the page shows it. */
    requestFor: (view: ListView | undefined, privateText: string): ApiRequest<unknown> => {
      const section = sectionOf(view, privateText)
      if (view && section === 'search') return results.requestFor(view, privateText)
      if (view && section === 'country') return country.requestFor(view)
      // Show an example request, as the server does.
      return section === 'check' ? resolveRequest('058', '') : countriesRequest()
    },
  }
}
