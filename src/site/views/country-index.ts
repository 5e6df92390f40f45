/** The supported countries: as an index on the start page, and as options of a search. Without flags, to save requests. */
import { type Html, html } from '../html.ts'
import { countryPath } from './page-paths.ts'
import { formatNumber } from './text/text-format.ts'
import type { CountrySummary, ViewContext } from './view-context.ts'

/** Number of countries that are shown first and larger: the most used ones. */
const featuredMax = 9

/** The content of `#countries`. `query`: what the links search for. */
export function countryIndex(context: ViewContext, query = ''): Html {
  const countries = [...context.countries.values()]
  const featured = countries.slice(0, featuredMax)
  const others = countries.slice(featuredMax).sort((a, b) => a.name.localeCompare(b.name, 'en'))
  const links = (list: CountrySummary[]): Html[] => list.map((country) => countryLink(context, country, query))
  return html`<ul class="country-index featured">${links(featured)}</ul>
<ul class="country-index">${links(others)}</ul>`
}

const countryLink = (context: ViewContext, { code, name, bankCount }: CountrySummary, query: string): Html =>
  html`<li><a href="${countryPath(context, code, { query })}" data-country="${code}"><span class="name">${name}</span> <span class="count">${formatNumber(bankCount)}<span class="visually-hidden"> banks</span></span></a></li>
`

/** The options of `<select name="country">`, in alphabetical order. `selected`: a country code, or an empty string. */
export function countryOptions({ countries }: ViewContext, selected: string): Html {
  const byName = [...countries.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'))
  return html`<option value="">All countries</option>${byName.map(
    ({ code, name }) =>
      html`<option value="${code.toLowerCase()}"${code === selected ? html` selected` : undefined}>${name}</option>`,
  )}`
}
