/**
 * The results of a search. What may be an identifier is resolved as well, and the answer comes first. A text with what may
 * be an account number is resolved by POST, and only its words are searched.
 */

import { besideAnswer, type Resolved } from '../../../views/answers/readings.ts'
import { answer, answerStatus, isAnswer } from '../../../views/answers/readings-view.ts'
import { bankRow, type RowBank } from '../../../views/bank-row.ts'
import { schemeSwitch } from '../../../views/codes/scheme-switch.ts'
import { schemeFor } from '../../../views/codes/shown-code.ts'
import { facets } from '../../../views/facets.ts'
import { searchPath } from '../../../views/page-paths.ts'
import { type NearResults, needsCountry, noResults, searchStatus } from '../../../views/search-results-view.ts'
import { mayBeIdentifier } from '../../../views/text/identifier-guess.ts'
import { looserQueries } from '../../../views/text/looser-queries.ts'
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
import { cachedResponse, hasFiles, send } from '../api/send.ts'
import { setFacets } from '../dom/facet-bar.ts'
import { createFailureNotice } from '../dom/failure-notice.ts'
import type { ListParts } from '../list/active-row.ts'
import type { PageElements } from '../page-elements.ts'
import { rememberedScheme } from '../scheme-memory.ts'
import { type ListView, startView } from '../view.ts'

interface Found {
  search: SearchResult | undefined
  resolved: Resolved | undefined
  near?: NearResults | undefined
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

  function render(view: ListView, privateText: string, found: Found): void {
    const { resolved, near } = found
    const search = found.search && withoutAnswered(found.search, shownAnswer(view, privateText, resolved))
    hide()
    paging = new AbortController()
    onShow()
    showAnswer(view, privateText, resolved, search)
    showSchemes(view, search)
    // The links of the filters have the text in their URLs.
    const counts = privateText ? undefined : search?.facets
    setFacets(elements.facets, counts ? facets(context, view, counts) : '')
    setStatus(statusOf(searched(view, privateText), privateText, found, search))
    // The rows come last: their list reads its position, and a change above it would then cost a second layout.
    showRows(view, privateText, search, near)
    active.reset()
  }

  /** Drops what is loading, before something else is shown. */
  function hide(): void {
    paging.abort()
    moreFailure.hide()
  }

  /** The readings, if they answer the search. */
  const shownAnswer = (
    { query }: ListView,
    privateText: string,
    resolved: Resolved | undefined,
  ): Resolved | undefined => (resolved && (privateText !== '' || isAnswer(resolved, query)) ? resolved : undefined)

  function showAnswer(view: ListView, privateText: string, resolved: Resolved | undefined, list?: ListedResults): void {
    const shown = shownAnswer(view, privateText, resolved)
    elements.answer.hidden = !shown
    const text = privateText || view.query
    setContent(elements.answer, shown ? answer(context, shown, text, view.country, list?.banks) : '')
  }

  /** The choice of the code that the rows show. The link that was clicked keeps the focus. */
  function showSchemes(view: ListView, search: ListedResults | undefined): void {
    const { schemes } = elements
    const chosen = schemeFor(context, view.country, ...schemesOf(view, view.country, search?.scheme))
    const pathOf = (scheme: string): string => searchPath(context, { ...view, scheme, offset: 0 })
    const isListed = search !== undefined && search.banks.length > 0
    const content = isListed ? schemeSwitch(context, view.country, chosen, pathOf) : undefined
    const isFocused = schemes.contains(document.activeElement)
    schemes.hidden = !content
    setContent(schemes, content ?? '')
    if (isFocused) schemes.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true })
  }

  function showRows(
    view: ListView,
    privateText: string,
    search: ListedResults | undefined,
    near: NearResults | undefined,
  ): void {
    const isEmpty = search !== undefined && search.banks.length === 0
    elements.empty.hidden = !isEmpty
    setContent(elements.empty, isEmpty && elements.answer.hidden ? noResults(context, view, near) : '')
    elements.results.hidden = !search || isEmpty
    if (!search || isEmpty) {
      rows.show(elements.results)
      return
    }
    const rowOf = createRow(view, search.scheme)
    showSource(searched(view, privateText), search.banks.map(rowOf), search, rowOf)
  }

  /** Shows the first rows, and loads further pages as the user scrolls. */
  function showSource(
    view: ListView,
    first: readonly (string | HTMLElement)[],
    { total, answered }: Pick<ListedResults, 'total' | 'answered'>,
    rowOf: (bank: RowBank) => string,
  ): void {
    const source = createSearchSource(first, total, answered, rowOf, (offset) => {
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

  function statusOf(
    view: ListView,
    privateText: string,
    { search, resolved }: Found,
    list: ListedResults | undefined,
  ): string {
    if (resolved && (privateText || !search)) return `${answerStatus(resolved)}. Never logged.`
    if (!search) return ''
    if (resolved && list && list.answered > 0 && list.banks.length === 0) return answerStatus(resolved)
    const { banks, total, total_capped: isTotalCapped } = search
    return searchStatus(context, view, { banks, total, isTotalCapped })
  }

  /** What is searched. A static site searches in the browser, so the text may be an account number. */
  const searched = (view: ListView, privateText: string): ListView =>
    isStatic ? { ...view, query: view.query || privateText } : view
  /** The kinds of code in the rows of a country: the one in the address, in the text, or chosen earlier. */
  const schemesOf = (view: ListView, country: string, intent?: string | null): string[] => [
    view.scheme,
    intent ?? '',
    rememberedScheme(country),
  ]
  const createRow =
    (view: ListView, intent?: string | null) =>
    (bank: RowBank): string =>
      bankRow(context, bank, { schemes: schemesOf(view, bank.country, intent) }).text
  const keyOf = (view: ListView, privateText: string): string => JSON.stringify(['results', view, privateText])
  /** The request for the results, as the page shows it. */
  const requestFor = (view: ListView, privateText: string): ApiRequest<unknown> =>
    privateText && !isStatic ? resolveRequest(privateText, view.country) : searchRequest(view)

  return {
    requestFor,
    hide,
    /** Takes over the first page of results, which the server rendered. */
    adopt: (view: ListView): void => {
      // Let `show` look for what comes near.
      if (!elements.empty.hidden) return
      region.reset(keyOf(view, ''))
      const { total, answered = 0, scheme } = elements.results.dataset
      const shown = { total: Number(total), answered: Number(answered) }
      showSource(view, queryAll(':scope > [data-bank]', elements.results), shown, createRow(view, scheme))
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
        if (!(searching instanceof Promise) && !resolving && searching?.banks.length !== 0)
          return { search: searching, resolved: undefined }
        return combine(searching, resolving).then(async (found) => {
          if (privateText || found.search?.banks.length !== 0) return found
          if (found.resolved && isAnswer(found.resolved, text)) return found
          return { ...found, near: await findNear(view, signal) }
        })
      }
      return region.load(key, find, (found) => render(view, privateText, found))
    },
  }
}

/** Results without the banks that the answer above them shows. */
interface ListedResults extends SearchResult {
  /** Number of banks that were left out of the first page. */
  answered: number
}

function withoutAnswered(search: SearchResult, resolved: Resolved | undefined): ListedResults {
  const banks = besideAnswer(search.banks, resolved)
  const answered = search.banks.length - banks.length
  return { ...search, banks, total: banks.length === 0 ? 0 : search.total - answered, answered }
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

/** Searches again, with less. A failure shows no suggestions. */
async function findNear({ query, country }: ListView, signal: AbortSignal): Promise<NearResults | undefined> {
  const found = async (list: Partial<ListView>): Promise<SearchResult> =>
    send(searchRequest({ ...startView, ...list }), signal)
  try {
    const elsewhere = country === '' || hasFiles() ? undefined : (await found({ query })).total
    for (const looser of looserQueries(query)) {
      const { banks } = await found({ query: looser, country })
      if (banks.length > 0) return { banks, elsewhere }
    }
    return { banks: [], elsewhere }
  } catch {
    return undefined
  }
}

/**
 * Rows of a search: the first page, rendered by the server or here, and further pages as the user scrolls. `load` requests
 * the page at an offset. `answered`: the number of banks that the answer has in place of the first page.
 */
function createSearchSource(
  first: readonly (string | HTMLElement)[],
  total: number,
  answered: number,
  render: (bank: RowBank) => string,
  load: (offset: number) => void,
) {
  const rows = [...first]
  let requested = rows.length
  let shown = Math.min(total, resultsMax - answered)
  return {
    get total() {
      return shown
    },
    rowAt: (index: number) => rows[index],
    need: (end: number): void => {
      if (end <= rows.length || requested > rows.length) return
      requested = rows.length + pageSize
      load(rows.length + answered)
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
