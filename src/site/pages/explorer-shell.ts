/**
 * The skeleton of the explorer, the same on the start page, search results, countries and banks. The page works without
 * script; `explorer.js` takes over whatever it finds.
 */
import { type Html, html } from '../html.ts'
import { countryOptions } from '../views/country-index.ts'
import { emptySearch, type SearchState } from '../views/page-paths.ts'
import { type ApiRequest, requestExamples } from '../views/request-examples.ts'
import type { ViewContext } from '../views/view-context.ts'
import type { PageContext } from './page-context.ts'
import { dataBlock, searchFieldAttributes, searchFormTarget } from './page-layout.ts'

export interface ShellContent {
  view: 'start' | 'search' | 'country' | 'bank' | 'check'
  /** What the search form shows. */
  search?: SearchState
  /** The text in the field, if it is more than the query; only on a page that no cache stores. */
  typed?: string | undefined
  /** Above the search form; only on the start page. */
  hero?: Html
  status?: string
  facets?: Html
  /** The content of `#list`. */
  list?: Html
  /** The content of `#card`. */
  card?: Html
  request: ApiRequest
}

export function explorerShell({ data, context }: PageContext, content: ShellContent): Html {
  const { view, search = emptySearch, hero, status = '', facets, list, card, request } = content
  return html`<div id="explorer" class="explorer" data-view="${view}">
${hero}
${searchForm(context, search, content.typed)}
<p id="status" class="status" role="status">${status}</p>
<div id="facets" class="facets">${facets}</div>
<div class="columns">
<div id="list" class="list"${list ? undefined : html` hidden`}>${list}</div>
<section id="card" class="card" aria-label="Bank"${card ? undefined : html` hidden`}>${card}</section>
</div>
<details id="request" class="request">${requestExamples(context, request)}</details>
<p id="announcement" class="visually-hidden" role="status"></p>
${dataBlock('application/json', data, 'explorer-data')}
</div>`
}

function searchForm(context: ViewContext, { query, country }: SearchState, typed = query): Html {
  const { isStatic } = context
  const label = isStatic ? 'Name, city, code or BIC' : 'Name, city, code, IBAN or account number'
  return html`<form id="search" class="search-bar" role="search" ${searchFormTarget(context)}>
<label class="visually-hidden" for="country">Country</label>
<select id="country" name="country">${countryOptions(context, country)}</select>
<label class="visually-hidden" for="query">${label}</label>
<input id="query" ${searchFieldAttributes} value="${typed}" placeholder="${isStatic ? label : 'Bank, code, IBAN or account'}">
<button type="submit" class="search-submit"><svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M7 2a5 5 0 1 0 0 10A5 5 0 0 0 7 2zm3.5 8.5L14.5 14.5"/></svg><span class="visually-hidden">Search</span></button>
</form>
${isStatic ? html`<noscript><p class="check-link">The search and the pages of banks need JavaScript.</p></noscript>` : undefined}`
}
