/** The page `/sources`: the publications behind the data, with filters for the country and the terms. */
import type { Directory } from '../../directory/lookups.ts'
import type { SupportedCountry } from '../../directory/records/country-record.ts'
import { type Redistribution, redistributions, type Source } from '../../directory/records/source.ts'
import { type CitationCounts, countCitations } from '../../directory/views/source-citations.ts'
import { type Html, html } from '../html.ts'
import { queryString } from '../views/page-paths.ts'
import { formatCount } from '../views/text/text-format.ts'
import { type Frame, footerId, renderPage } from './page-layout.ts'

export interface SourcesQuery {
  country: SupportedCountry | undefined
  terms: Redistribution | undefined
  page: number
}

const sourcesPerPage = 40

const summary =
  'Every publication that the data cites: publisher, date, terms, countries, and how many banks and codes.'

export type SourcesPage = ReturnType<typeof createSourcesPage>

export function createSourcesPage(directory: Directory, frame: Frame) {
  const { packed, countries } = directory
  const list = (citations: CitationCounts, { country, terms }: Omit<SourcesQuery, 'page'>): Source[] =>
    [...packed.sources.values()]
      .filter((source) => terms === undefined || source.redistribution === terms)
      .filter((source) => country === undefined || isAbout(source, country))
      .sort((a, b) => weightOf(citations, b) - weightOf(citations, a) || a.title.localeCompare(b.title, 'en'))
  return {
    /** At each `yield` the event loop can serve requests. */
    count: () => countCitations(packed, [...packed.banks.keys()]),
    render(citations: CitationCounts, query: SourcesQuery): string {
      const found = list(citations, query)
      const pages = Math.max(1, Math.ceil(found.length / sourcesPerPage))
      const page = Math.min(query.page, pages)
      const names = new Map(countries.map(({ code, display_name }) => [code, display_name]))
      const rows = found
        .slice((page - 1) * sourcesPerPage, page * sourcesPerPage)
        .map((source) => sourceItem(source, names, citations))
      return renderPage(frame, {
        title: 'Sources · Bank Lookup',
        description: summary,
        path: pathOf({ ...query, page }),
        section: 'documentation',
        drawnAfter: footerId,
        main: html`<article class="prose sources"><h1>Sources</h1>
<p class="lead">${summary} <a href="${frame.base}/docs/1.0/data#sources-and-licences">What the terms mean</a>.</p>
${filterForm(frame, countries, query)}
<p class="source-facts" role="status">${formatCount(found.length, 'source')}${pages > 1 ? `, page ${page} of ${pages}` : ''}, those with the most citations first</p>
<ol class="source-list">${rows}</ol>
${pageLinks(frame, { ...query, page }, pages)}
</article>`,
      })
    },
  }
}

const isAbout = ({ countries }: Source, { code, members }: SupportedCountry): boolean =>
  [code, '*', ...(members ?? [])].some((one) => countries.includes(one))

function weightOf(citations: CitationCounts, { id }: Source): number {
  const { banks, codes } = citations.get(id) ?? { banks: 0, codes: 0 }
  return banks + codes
}

export const sourcesPath = '/sources'

const pathOf = ({ country, terms, page }: SourcesQuery): string =>
  `${sourcesPath}${queryString({ country: country?.code.toLowerCase() ?? '', terms: terms ?? '', page: page > 1 ? String(page) : '' })}`

/** Works without a script. */
function filterForm({ base }: Frame, countries: readonly SupportedCountry[], { country, terms }: SourcesQuery): Html {
  const option = (value: string, label: string, chosen: string | undefined): Html =>
    html`<option value="${value}"${value === chosen ? html` selected` : undefined}>${label}</option>`
  const byName = countries.toSorted((a, b) => a.display_name.localeCompare(b.display_name, 'en'))
  return html`<form class="source-filter" method="get" action="${base}${sourcesPath}">
<label>Country <select name="country">${option('', 'All countries', country?.code ?? '')}${byName.map(({ code, display_name }) => option(code.toLowerCase(), display_name, country?.code.toLowerCase()))}</select></label>
<label>Terms <select name="terms">${option('', 'All terms', terms ?? '')}${redistributions.map((one) => option(one, one, terms))}</select></label>
<button type="submit">Show</button>
</form>`
}

function sourceItem(source: Source, names: ReadonlyMap<string, string>, citations: CitationCounts): Html {
  const { id, title, url, publisher, date, licence, redistribution, countries } = source
  const { banks, codes } = citations.get(id) ?? { banks: 0, codes: 0 }
  const cited = [...(banks > 0 ? [formatCount(banks, 'bank')] : []), ...(codes > 0 ? [formatCount(codes, 'code')] : [])]
  return html`<li id="${id}"><p class="source-title">${url === undefined ? title : html`<a href="${url}" rel="noreferrer">${title}</a>`}</p>
<p class="source-facts">${publisher} · <time datetime="${date}">${date}</time> · ${placesOf(countries, names)}${cited.length > 0 ? ` · cited by ${cited.join(' and ')}` : ''}</p>
${termsOf(licence, redistribution)}</li>`
}

/** More countries than these are only counted. */
const placesMax = 5

function placesOf(countries: readonly string[], names: ReadonlyMap<string, string>): string {
  if (countries.includes('*')) return 'all countries'
  if (countries.length > placesMax) return formatCount(countries.length, 'country')
  return countries.map((code) => names.get(code) ?? code).join(', ')
}

/** Longer terms are folded. */
const licenceMax = 60

const termsOf = (licence: string, redistribution: Redistribution): Html =>
  licence.length <= licenceMax
    ? html`<p class="source-facts"><span class="terms ${redistribution}">${redistribution}</span> ${licence}</p>`
    : html`<details class="source-facts"><summary><span class="terms ${redistribution}">${redistribution}</span> Terms</summary><p>${licence}</p></details>`

function pageLinks({ base }: Frame, query: SourcesQuery, pages: number): Html | undefined {
  const link = (page: number, rel: string, label: string): Html | undefined =>
    page < 1 || page > pages
      ? undefined
      : html`<a rel="${rel}" href="${base}${pathOf({ ...query, page })}">${label}</a>`
  if (pages === 1) return undefined
  return html`<nav class="previous-next" aria-label="Pages">${link(query.page - 1, 'prev', 'Previous page')}${link(query.page + 1, 'next', 'Next page')}</nav>`
}
