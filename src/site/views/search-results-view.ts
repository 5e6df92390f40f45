/** The results of a search: the rows, a line that counts them, and suggestions if there are none. */
import { type Html, html } from '../html.ts'
import { bankRow, type RowBank, type RowOptions } from './bank-row.ts'
import { countryIndex } from './country-index.ts'
import {
  bankPath,
  emptySearch,
  offsetMax,
  reportPath,
  resultsPerPage,
  type SearchState,
  searchPath,
} from './page-paths.ts'
import { formatCount, formatNumber } from './text/text-format.ts'
import { countryName, inCountry, type ViewContext } from './view-context.ts'

export interface SearchPage {
  banks: readonly RowBank[]
  /** Number of banks on all pages, if known. */
  total?: number | undefined
  /** Whether `total` may be too low. */
  isTotalCapped?: boolean | undefined
}

/** The content of the grid `#results`. */
export const bankRows = (context: ViewContext, banks: readonly RowBank[], options?: RowOptions): Html =>
  html`${banks.map((bank) => bankRow(context, bank, options))}`

/** The text of the status line. */
export function searchStatus(context: ViewContext, { query, country, offset }: SearchState, page: SearchPage): string {
  if (needsCountry(context, country)) return 'Choose a country. Only the service searches all.'
  const { banks, total = offset + banks.length, isTotalCapped = false } = page
  const criteria = `for “${query}”${country && ` ${inCountry(context, country)}`}`
  if (banks.length === 0) return offset > 0 ? `No more banks ${criteria}` : `No bank found ${criteria}`
  const count = `${isTotalCapped ? 'More than ' : ''}${formatCount(total, 'bank')} ${criteria}`
  return offset > 0 ? `${formatNumber(offset + 1)} to ${formatNumber(offset + banks.length)} of ${count}` : count
}

/** Whether a search has to name a country: a static site has one list for each. */
export const needsCountry = ({ isStatic }: ViewContext, country: string): boolean => isStatic === true && country === ''

/** What comes near a search without results. */
export interface NearResults {
  /** Banks with similar names, in the same country. */
  banks: readonly RowBank[]
  /** Number of results in all countries, if the search has a country. */
  elsewhere?: number | undefined
}

const nearMax = 3

/** Shown in place of the rows. `near` needs further searches, which only the script makes. */
export function noResults(context: ViewContext, state: SearchState, near?: NearResults): Html {
  const { query, country, type, status, rail, region } = state
  const unfiltered =
    type || status || rail || region
      ? html`<a class="button" href="${searchPath(context, { ...emptySearch, query, country })}">Remove the filters</a>`
      : undefined
  if (needsCountry(context, country)) return html`<div class="countries">${countryIndex(context, query)}</div>`
  const nearest = near && near.banks.length > 0 ? nearestNames(context, near.banks) : undefined
  if (context.isStatic)
    return html`<div class="empty">
<p>Try fewer letters, the city or the code. The list has only open banks.</p>
${nearest}
${unfiltered && html`<p class="actions">${unfiltered}</p>`}
</div>`
  return html`<div class="empty">
<p>Try fewer letters, the city or the code. Search also covers closed and merged banks.</p>
${nearest}
<p class="actions">${unfiltered}${country && everywhere(context, query, near)}<a class="button" href="${reportPath(context, { country })}">Add a missing bank</a><a class="button" href="${context.base}/check">Check a number instead</a></p>
</div>`
}

function everywhere(context: ViewContext, query: string, near: NearResults | undefined): Html | undefined {
  if (near?.elsewhere === 0) return undefined
  const count = near?.elsewhere === undefined ? '' : `: ${formatNumber(near.elsewhere)}`
  return html`<a class="button" href="${searchPath(context, { ...emptySearch, query })}">In all countries${count}</a>`
}

const nearestNames = (context: ViewContext, banks: readonly RowBank[]): Html =>
  html`<div class="nearest"><p>Did you mean</p><ul>${banks
    .slice(0, nearMax)
    .map(
      ({ id, name, country }) =>
        html`<li><a href="${bankPath(context, id)}">${name}</a> ${countryName(context, country)}</li>`,
    )}</ul></div>`

/** Links to the next page, for readers without script. */
export function moreResults(context: ViewContext, state: SearchState, { banks, total }: SearchPage): Html | undefined {
  const next = state.offset + banks.length
  if (banks.length === 0 || next > offsetMax || (total === undefined ? banks.length < resultsPerPage : next >= total))
    return undefined
  return html`<p class="more"><a class="button" href="${searchPath(context, { ...state, offset: next })}">More banks</a></p>`
}
