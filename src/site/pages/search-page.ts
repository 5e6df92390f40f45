/** The page with search results. */
import { type Html, html } from '../html.ts'
import { checkForm } from '../views/answers/check-form.ts'
import { besideAnswer, type Resolved } from '../views/answers/readings.ts'
import { answer, answerStatus } from '../views/answers/readings-view.ts'
import type { RowBank } from '../views/bank-row.ts'
import { schemeSwitch } from '../views/codes/scheme-switch.ts'
import { schemeFor } from '../views/codes/shown-code.ts'
import { type FacetCounts, facets } from '../views/facets.ts'
import { queryString, type SearchState, searchPath } from '../views/page-paths.ts'
import { bankRows, moreResults, noResults, type SearchPage, searchStatus } from '../views/search-results-view.ts'
import { resultsHeading, titled } from '../views/titles.ts'
import { inCountry } from '../views/view-context.ts'
import { explorerShell } from './explorer-shell.ts'
import type { PageContext } from './page-context.ts'
import { footerId, type PageContent } from './page-layout.ts'

export interface FoundBanks extends SearchPage {
  /** The readings of the text, if it may be an identifier. */
  resolved?: Resolved | undefined
  facets?: FacetCounts | undefined
  /** The code scheme that words of the text choose. */
  scheme?: string
}

/**
 * `found` is undefined if nothing was searched, because the URL has what may be an account number. `typed`: the text of a
 * form, if the query has only its words.
 */
export function searchPage(
  page: PageContext,
  state: SearchState,
  found: FoundBanks | undefined,
  typed?: string,
): PageContent {
  const { context } = page
  const { query, country, type, status, rail, region } = state
  const banks = found && besideAnswer(found.banks, found.resolved)
  const isAnswered = found?.resolved && banks?.length === 0 && found.banks.length > 0
  const place = country && ` ${inCountry(context, country)}`
  const isSearched = found !== undefined && query !== ''
  const heading = isSearched ? resultsHeading(context, state) : 'Check a number'
  const parameters = { q: query, country: country.toLowerCase(), type, status, rail, region }
  const main = explorerShell(page, {
    view: 'search',
    search: found ? state : { ...state, query: '' },
    typed,
    ...(isSearched && {
      status: isAnswered && found.resolved ? answerStatus(found.resolved) : searchStatus(context, state, found),
    }),
    ...(found?.facets && typed === undefined && { facets: facets(context, state, found.facets) }),
    list: html`<h1 class="visually-hidden">${heading}</h1>
<section id="answer" class="answers" aria-label="Answer"${found && !found.resolved ? html` hidden` : undefined}>${found ? found.resolved && answer(context, found.resolved, typed ?? query, country, banks) : heldBack(page)}</section>
${isSearched && banks ? results(page, state, found, banks) : undefined}`,
    request: isSearched
      ? { path: `v1/search${queryString(parameters)}` }
      : { path: 'v1/resolve', body: { identifier: '058' } },
  })
  return {
    title: titled(heading),
    description: `Search results for banks${place}: names, codes, BICs and routing numbers.`,
    main,
    ...(found && typed === undefined && { path: searchPath({ base: '' }, state) }),
    // A row that arrives in two pieces would move its name.
    drawnAfter: footerId,
    isUnlisted: true,
  }
}

/** `banks`: those that the answer does not show. */
function results({ context }: PageContext, state: SearchState, found: FoundBanks, banks: readonly RowBank[]): Html {
  const isEmpty = banks.length === 0
  const answered = found.banks.length - banks.length
  const total = isEmpty || found.total === undefined ? found.total : found.total - answered
  const schemes = [state.scheme, found.scheme ?? '']
  const chosen = schemeFor(context, state.country, ...schemes)
  const pathOf = (scheme: string): string => searchPath(context, { ...state, scheme, offset: 0 })
  return html`<div id="schemes"${isEmpty ? html` hidden` : undefined}>${schemeSwitch(context, state.country, chosen, pathOf)}</div>
<div id="results" class="bank-rows" role="grid" aria-label="Banks" data-total="${isEmpty ? 0 : total}" data-answered="${answered}" data-scheme="${found.scheme}"${isEmpty ? html` hidden` : undefined}>${bankRows(context, banks, { schemes })}</div>
${found.banks.length === 0 ? noResults(context, state) : moreResults(context, state, found)}`
}

/** The text is not shown again: the page may be stored, and the reader has to send it by POST. */
const heldBack = ({ context }: PageContext): Html =>
  html`<p class="notice">Not searched: searches go into the URL, and account numbers should not. Check it here instead.</p>
${checkForm(context)}`
