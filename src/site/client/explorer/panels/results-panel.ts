/**
 * The results of a search. What may be an identifier is resolved as well, and the answer comes first. A text with what may
 * be an account number is resolved by POST, and only its words are searched.
 */

import { bankRow, type RowBank } from '../../../views/bank-row.ts'
import { facets } from '../../../views/facets.ts'
import { answer, answerStatus, isAnswer, type Resolved } from '../../../views/readings-view.ts'
import { needsCountry, noResults, searchStatus } from '../../../views/search-results-view.ts'
import { mayBeIdentifier } from '../../../views/text/identifier-guess.ts'
import type { ViewContext } from '../../../views/view-context.ts'
import { queryAll, setContent } from '../../shared/dom.ts'
import {
  type ApiRequest,
  pageSize,
  resolveRequest,
  resultsMax,
  type SearchResult,
  searchRequest,
} from '../api/requests.ts'
import { cachedResponse, send } from '../api/send.ts'
import { setFacets } from '../dom/facet-bar.ts'
import { createFailureNotice } from '../dom/failure-notice.ts'
import type { ListParts } from '../list/active-row.ts'
import type { PageElements } from '../page-elements.ts'
import type { ListView } from '../view.ts'

interface Found {
  search: SearchResult | undefined
  resolved: Resolved | undefined
}

export function createResultsPanel(
  context: ViewContext,
  elements: PageElements,
  { region, rows, active, setStatus, onShow }: ListParts,
) {
  let paging = new AbortController()
  let loadMore = (): void => undefined
  const moreFailure = createFailureNotice(elements.resultsNotice, () => loadMore())
  const { isStatic } = context

  function render(view: ListView, privateText: string, { search, resolved }: Found): void {
    hide()
    paging = new AbortController()
    onShow()
    showAnswer(view, privateText, resolved)
    // The links of the filters have the text in their URLs.
    const counts = privateText ? undefined : search?.facets
    setFacets(elements.facets, counts ? facets(context, view, counts) : '')
    setStatus(statusOf(searched(view, privateText), privateText, { search, resolved }))
    // The rows come last: their list reads its position, and a change above it would then cost a second layout.
    showRows(view, privateText, search)
    active.reset()
  }

  /** Drops what is loading, before something else is shown. */
  function hide(): void {
    paging.abort()
    moreFailure.hide()
  }

  function showAnswer({ query, country }: ListView, privateText: string, resolved: Resolved | undefined): void {
    const text = privateText || query
    const isShown = resolved !== undefined && (privateText !== '' || isAnswer(resolved, text))
    elements.answer.hidden = !isShown
    setContent(elements.answer, isShown ? answer(context, resolved, text, country) : '')
  }

  function showRows(view: ListView, privateText: string, search: SearchResult | undefined): void {
    const isEmpty = search !== undefined && search.banks.length === 0
    elements.empty.hidden = !isEmpty
    setContent(elements.empty, isEmpty && elements.answer.hidden ? noResults(context, view) : '')
    elements.results.hidden = !search || isEmpty
    if (!search || isEmpty) {
      rows.show(elements.results)
      return
    }
    showSource(searched(view, privateText), search.banks.map(rowOf), search.total)
  }

  /** Shows the first rows, and loads further pages as the user scrolls. */
  function showSource(view: ListView, first: readonly (string | HTMLElement)[], total: number): void {
    const source = createSearchSource(first, total, rowOf, (offset) => {
      const { signal } = paging
      loadMore = async () => {
        try {
          const page = await send(searchRequest(view, offset), signal)
          if (signal.aborted) return
          moreFailure.hide()
          source.add(page.banks)
          rows.refresh()
        } catch (error) {
          if (!signal.aborted) moreFailure.show(error)
        }
      }
      loadMore()
    })
    rows.show(elements.results, source)
  }

  function statusOf(view: ListView, privateText: string, { search, resolved }: Found): string {
    if (resolved && (privateText || !search)) return `${answerStatus(resolved)}. Never logged.`
    if (!search) return ''
    const { banks, total, total_capped: isTotalCapped } = search
    return searchStatus(context, view, { banks, total, isTotalCapped })
  }

  /** What is searched. A static site searches in the browser, so the text may be an account number. */
  const searched = (view: ListView, privateText: string): ListView =>
    isStatic ? { ...view, query: view.query || privateText } : view
  const rowOf = (bank: RowBank): string => bankRow(context, bank).text
  const keyOf = (view: ListView, privateText: string): string => JSON.stringify(['results', view, privateText])
  /** The request for the results, as the page shows it. */
  const requestFor = (view: ListView, privateText: string): ApiRequest<unknown> =>
    privateText && !isStatic ? resolveRequest(privateText, view.country) : searchRequest(view)

  return {
    requestFor,
    hide,
    /** Takes over the first page of results, which the server rendered. */
    adopt: (view: ListView): void => {
      region.reset(keyOf(view, ''))
      showSource(view, queryAll(':scope > [data-bank]', elements.results), Number(elements.results.dataset.total))
      active.reset()
    },
    /** `privateText`: the text with what may be an account number; the query has only its words. */
    show: (view: ListView, privateText: string): Promise<boolean> => {
      const key = keyOf(view, privateText)
      const text = privateText || view.query
      const find = (signal: AbortSignal): Found | Promise<Found> => {
        if (needsCountry(context, view.country)) return { search: noBanks, resolved: undefined }
        const request = searchRequest(searched(view, privateText))
        const hasWords = view.query !== '' || isStatic
        const searching = hasWords ? (cachedResponse(request) ?? send(request, signal)) : undefined
        const resolving =
          mayBeIdentifier(text) && !isStatic ? send(resolveRequest(text, view.country), signal) : undefined
        if (!(searching instanceof Promise) && !resolving) return { search: searching, resolved: undefined }
        return combine(searching, resolving)
      }
      return region.load(key, find, (found) => render(view, privateText, found))
    },
  }
}

const noBanks: SearchResult = { total: 0, total_capped: false, banks: [] }

/** Waits for both, so that the answer does not push the rows down later. The rows are shown even if resolving failed. */
async function combine(
  searching: SearchResult | Promise<SearchResult> | undefined,
  resolving: Promise<Resolved> | undefined,
): Promise<Found> {
  const optional = searching && resolving?.catch(() => undefined)
  const [search, resolved] = await Promise.all([searching, searching ? optional : resolving])
  return { search, resolved }
}

/**
 * Rows of a search: the first page, rendered by the server or here, and further pages as the user scrolls. `load` requests
 * the page at an offset.
 */
function createSearchSource(
  first: readonly (string | HTMLElement)[],
  total: number,
  render: (bank: RowBank) => string,
  load: (offset: number) => void,
) {
  const rows = [...first]
  let requested = rows.length
  let shown = Math.min(total, resultsMax)
  return {
    get total() {
      return shown
    },
    rowAt: (index: number) => rows[index],
    need: (end: number): void => {
      if (end <= rows.length || requested > rows.length) return
      requested = rows.length + pageSize
      load(rows.length)
    },
    /** Adds the banks of the next page. */
    add: (banks: readonly RowBank[]): void => {
      rows.push(...banks.map(render))
      requested = rows.length
      // The list ends with a short page, whatever total the service gave.
      if (banks.length < pageSize) shown = rows.length
    },
  }
}
