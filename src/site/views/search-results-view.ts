/** The results of a search: the rows, a line that counts them, and suggestions if there are none. */
import { type Html, html } from '../html.ts'
import { bankRow, type RowBank, type RowOptions } from './bank-row.ts'
import { countryIndex } from './country-index.ts'
import { emptySearch, offsetMax, reportPath, resultsPerPage, type SearchState, searchPath } from './page-paths.ts'
import { formatCount, formatNumber } from './text/text-format.ts'
import { inCountry, type ViewContext } from './view-context.ts'

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

/** Shown in place of the rows. */
export function noResults(context: ViewContext, state: SearchState): Html {
  const { query, country, type, status, rail } = state
  const unfiltered =
    type || status || rail
      ? html`<a class="button" href="${searchPath(context, { ...emptySearch, query, country })}">Remove the filters</a>`
      : undefined
  if (needsCountry(context, country)) return html`<div class="countries">${countryIndex(context, query)}</div>`
  if (context.isStatic)
    return html`<div class="empty">
<p>Try fewer letters, the city or the code. The list has only open banks.</p>
${unfiltered && html`<p class="actions">${unfiltered}</p>`}
</div>`
  return html`<div class="empty">
<p>Try fewer letters, the city or the code. Search also covers closed and merged banks.
Is a bank missing? <a href="${reportPath(context, { country })}">Report it</a>.</p>
<p class="actions">${unfiltered}${country && html`<a class="button" href="${searchPath(context, { ...emptySearch, query })}">Search all countries</a>`}<a class="button" href="${context.base}/check">Check a number instead</a></p>
</div>`
}

/** Links to the next page, for readers without script. */
export function moreResults(context: ViewContext, state: SearchState, { banks, total }: SearchPage): Html | undefined {
  const next = state.offset + banks.length
  if (banks.length === 0 || next > offsetMax || (total === undefined ? banks.length < resultsPerPage : next >= total))
    return undefined
  return html`<p class="more"><a class="button" href="${searchPath(context, { ...state, offset: next })}">More banks</a></p>`
}
