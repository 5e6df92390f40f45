/** Filters above the search results, with the number of results that each would leave. */
import type { Html } from '../html.ts'
import { html } from '../html.ts'
import { statusLabels, typesLabel } from './labels.ts'
import { type SearchState, searchPath } from './page-paths.ts'
import { formatNumber } from './text/text-format.ts'
import { countryName, type ViewContext } from './view-context.ts'

/** As the API returns them. */
export type FacetCounts = {
  [Name in 'country' | 'type' | 'status' | 'rail' | 'region']?: { value: string; count: number }[]
}

const countriesMax = 8
const typesMax = 6

/** The content of `#facets`. Links, so that they work without script. Fields without counts have no filter. */
export function facets(context: ViewContext, state: SearchState, counts: FacetCounts): Html {
  const { country, type, status, region = [] } = counts
  const groups = [
    type && facetGroup(context, state, 'type', 'Type', type.slice(0, typesMax), typesLabel),
    status && facetGroup(context, state, 'status', 'Status', status, (value) => statusLabels[value] ?? value),
    country &&
      facetGroup(context, state, 'country', 'Country', country.slice(0, countriesMax), (code) =>
        countryName(context, code),
      ),
    facetGroup(
      context,
      state,
      'rail',
      'Rail',
      railCounts(context, state, counts),
      (value) => context.rails.get(value)?.label ?? value,
    ),
    regionChoice(context, state, region),
  ]
  return html`${groups}`
}

/** Returns the ids of the rails that the banks of a country can be filtered by. */
const railsIn = ({ rails }: ViewContext, country: string): string[] =>
  [...rails].flatMap(([id, { countries }]) => (countries?.includes(country) ? [id] : []))

/** Has every rail of the country, so that the filters do not come and go while the user types. */
const railCounts = (context: ViewContext, { country }: SearchState, { rail: counts }: FacetCounts): FacetValue[] =>
  railsIn(context, country).map((value) => ({
    value,
    count: counts && (counts.find((one) => one.value === value)?.count ?? 0),
  }))

interface FacetValue {
  value: string
  count?: number | undefined
}

function facetGroup(
  context: ViewContext,
  state: SearchState,
  name: Exclude<keyof FacetCounts, 'region'>,
  label: string,
  values: readonly FacetValue[],
  labelOf: (value: string) => string,
): Html | undefined {
  const chosen = state[name]
  // Leave out a filter with a single value, unless it is selected: the link then removes it. A single rail still divides
  // the list, because not every bank is on it.
  if (chosen === '' && values.length < (name === 'rail' ? 1 : 2)) return undefined
  // Rails and regions belong to a country.
  const rest = { ...state, ...(name === 'country' && { rail: '', region: '' }), offset: 0 }
  const link = (value: string, text: string, count?: number): Html =>
    html`<li><a class="facet" data-facet="${name} ${value}" href="${searchPath(context, { ...rest, [name]: value })}"${value === chosen ? html` aria-current="true"` : undefined}>${text}${count === undefined ? undefined : html` <span class="count">${formatNumber(count)}</span>`}</a></li>`
  const shown =
    chosen === '' || values.some(({ value }) => value === chosen) ? values : [{ value: chosen, count: 0 }, ...values]
  return html`<div class="facet-group" role="group" aria-label="${label}"><ul><li class="facet-label" aria-hidden="true">${label}</li>${link('', 'All')}${shown.map(({ value, count }) => link(value, labelOf(value), count))}</ul></div>`
}

/**
 * A menu, because the United States have more than fifty states. Without script, a button sends it with the other filters; the
 * script follows the choice at once.
 */
function regionChoice(context: ViewContext, state: SearchState, counts: readonly FacetValue[]): Html | undefined {
  const { country, region: chosen } = state
  if (country === '' || (counts.length === 0 && chosen === '')) return undefined
  const { states } = context.countries.get(country) ?? {}
  const all =
    counts.some(({ value }) => value === chosen) || chosen === '' ? counts : [{ value: chosen, count: 0 }, ...counts]
  const options = all
    .map(({ value, count }) => ({ value, count, label: states?.[value] ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
  const [path = '', query] = searchPath(context, { ...state, region: '', offset: 0 }).split('?')
  const others = [...new URLSearchParams(query)].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<form class="facet-group facet-choice" action="${path}" method="get">${others}<label><span class="facet-label">${states ? 'State' : 'Region'}</span><select name="region" data-facet="region"><option value="">All</option>${options.map(
    ({ value, count, label }) =>
      html`<option value="${value}"${value === chosen ? html` selected` : undefined}>${label} (${formatNumber(count ?? 0)})</option>`,
  )}</select></label><noscript><button type="submit">Show</button></noscript></form>`
}
