/** A country: what its codes are, how to get its banks, and the list of them. */
import type { Bank } from '../../directory/records/bank-record.ts'
import type { SupportedCountry } from '../../directory/records/country-record.ts'
import { type Html, html } from '../html.ts'
import type { RowBank } from './bank-row.ts'
import { schemeSwitch } from './codes/scheme-switch.ts'
import { shortLabel } from './codes/shown-code.ts'
import { type FacetCounts, facets } from './facets.ts'
import { banksPerPage, changesPath, countryPath, emptySearch, listFilePath } from './page-paths.ts'
import { bankRows } from './search-results-view.ts'
import { patternInWords } from './text/pattern-words.ts'
import { capitalized, formatCount, formatNumber } from './text/text-format.ts'
import { countryName, flag, inCountry, type ViewContext } from './view-context.ts'

export interface CountryPage {
  sort: 'prominence' | 'name'
  /** The first page is 1. */
  page: number
  type: string
  rail: string
  region: string
  /** The code scheme that the rows show, or `bic`. Empty for the usual code of each bank. */
  scheme: string
}

/** The filters of a country's list. */
export const countryFacetNames = ['type', 'rail', 'region'] as const

/** The banks that pass the filters: those of one page, the number on all pages, and what the filters would leave. */
export interface ListedBanks<Listed = Bank> {
  banks: readonly Listed[]
  total: number
  facets: FacetCounts
}

/** The number of banks, and folded what their codes are. `level`: of the heading. `scheme`: as in `CountryPage`. */
export function countryHead(context: ViewContext, country: SupportedCountry, level: 1 | 2, scheme: string): Html {
  const { code, bank_count: count, members } = country
  const title = html`${flag(context, code, 28)}${formatCount(count, 'bank')} ${inCountry(context, code)}`
  return html`<header class="country-head">
${level === 1 ? html`<h1>${title}</h1>` : html`<h2 tabindex="-1">${title}</h2>`}
<details class="about-codes"><summary>About codes ${inCountry(context, code)}</summary>
${members ? memberList(context, members) : schemeList(country)}
${accountForm(country)}
<p class="country-links">${downloads(context, country, scheme)}${context.isStatic ? undefined : serviceLinks(context, country)}</p>
</details>
</header>`
}

const serviceLinks = ({ base }: ViewContext, { code, kind }: SupportedCountry): Html => {
  const country = code.toLowerCase()
  return html`${kind === 'country' ? html`<a href="${base}/docs/1.0/countries/${country}">How to pay</a> ` : undefined}<a href="${changesPath({ base }, code)}">Changes</a> <a href="${base}/coverage#countries">Coverage</a>`
}

/** The list of a country's banks: order, filters, rows, and links to other pages. The script adds the letters. */
export function countryBanks(
  context: ViewContext,
  { code }: SupportedCountry,
  { banks, total, facets: counts }: ListedBanks<RowBank>,
  page: CountryPage,
): Html {
  const { sort, scheme } = page
  const pathOf = (chosen: string): string => countryPath(context, code, { ...page, scheme: chosen, page: 1 })
  return html`<div class="country-tools"><p class="country-order">${countryOrder(context, code, page)}</p><p class="list-count" aria-hidden="true">${listCount(context, code, total)}</p>${schemeSwitch(context, code, scheme, pathOf)}</div>
<div class="facets country-facets">${countryFacets(context, code, page, counts)}</div>${
    sort === 'name'
      ? html`
<div class="letters script-only" role="group" aria-label="Jump to a letter"></div>`
      : undefined
  }
<div class="bank-rows" role="grid" aria-label="Banks ${inCountry(context, code)}" data-total="${total}">${bankRows(context, banks, { country: code, schemes: [scheme] })}</div>
${pageLinks(context, code, total, page)}`
}

/** The links keep the filters. */
export const countryOrder = (context: ViewContext, code: string, list: Omit<CountryPage, 'page'>): Html =>
  html`${orderLink(context, code, 'prominence', 'Best known', list)} ${orderLink(context, code, 'name', 'A to Z', list)}`

/** "787 of 8,929", or nothing without a filter. */
export function listCount(context: ViewContext, code: string, total: number): string {
  const all = context.countries.get(code)?.bankCount ?? total
  return total === all ? '' : `${formatNumber(total)} of ${formatNumber(all)}`
}

export const countryFacets = (
  context: ViewContext,
  country: string,
  { type, rail, region, sort }: Omit<CountryPage, 'page'>,
  counts: FacetCounts,
): Html => facets(context, { ...emptySearch, country, type, rail, region, sort }, counts)

const orderLink = (
  context: ViewContext,
  code: string,
  order: CountryPage['sort'],
  label: string,
  { type, rail, region, sort, scheme }: Omit<CountryPage, 'page'>,
): Html =>
  html`<a href="${countryPath(context, code, { type, rail, region, scheme, sort: order })}"${order === sort ? html` aria-current="true"` : undefined}>${label}</a>`

function pageLinks(context: ViewContext, code: string, count: number, list: CountryPage): Html | undefined {
  const { page } = list
  const last = Math.ceil(count / banksPerPage)
  if (last < 2) return undefined
  if (context.isStatic)
    return html`<noscript><p>The first ${banksPerPage} of ${formatCount(count, 'bank')}. Each download has all of them.</p></noscript>`
  const near = Array.from({ length: last }, (_, at) => at + 1).filter(
    (one) => one === 1 || one === last || Math.abs(one - page) <= 2,
  )
  const link = (target: number, text: string): Html =>
    html`<a href="${countryPath(context, code, { ...list, page: target })}">${text}</a>`
  const items = near.map((one, at) => {
    const gap = one - (near[at - 1] ?? 0) > 1 ? html`<li aria-hidden="true">…</li>` : undefined
    const shown =
      one === page ? html`<span aria-current="page">${formatNumber(one)}</span>` : link(one, formatNumber(one))
    return html`${gap}<li>${shown}</li>`
  })
  return html`<nav class="pages" aria-label="Pages"><ul>${page > 1 ? html`<li>${link(page - 1, 'Previous')}</li>` : undefined}${items}${page < last ? html`<li>${link(page + 1, 'Next')}</li>` : undefined}</ul></nav>`
}

function schemeList({ bank_codes: schemes }: SupportedCountry): Html | undefined {
  const items = schemes.filter(({ use }) => use === 'payment').map(schemeItem)
  return items.length > 0 ? html`<dl class="schemes">${items}</dl>` : undefined
}

function schemeItem({ label, pattern, used_for: usedFor }: SupportedCountry['bank_codes'][number]): Html {
  const form = patternInWords(pattern)
  return html`<div><dt>${label}${form && html` <span class="form">${form}</span>`}</dt><dd>${capitalized(usedFor)}</dd></div>`
}

function accountForm({ account_number: { label, pattern, example }, iban }: SupportedCountry): Html {
  const form = patternInWords(pattern)
  return html`<p class="account-form">Account: ${label}${form && `, ${form}`}${example && html`, for example <code>${example}</code>`}${iban && label !== 'IBAN' ? ' (has an IBAN)' : ''}</p>`
}

const memberList = (context: ViewContext, members: readonly string[]): Html =>
  html`<p class="members">Member countries: ${members
    .map((code) => ({ code, name: countryName(context, code) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(({ code, name }, at) => html`${at === 0 ? '' : ', '}<a href="${countryPath(context, code)}">${name}</a>`)}</p>`

const formats = [
  ['xlsx', 'Excel'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
] as const

/** With a chosen scheme, the files have only the banks with such a code. A static site has one file of each kind. */
function downloads(context: ViewContext, { code }: SupportedCountry, scheme: string): Html {
  const has = context.isStatic ? '' : scheme
  const kind = has && shortLabel(context, has)
  const file = `banks-${code.toLowerCase()}${has && `-${has.replaceAll('_', '-')}`}`
  const links = formats.map(
    ([format, name]) =>
      html`<a href="${context.base}/${listFilePath(context, code, format, has)}" download="${file}.${format}">${name}<span class="visually-hidden"> of the banks ${inCountry(context, code)}${kind && ` with a ${kind}`}</span></a>`,
  )
  return html`<span class="downloads">Download${kind && ` banks with ${kind}`}: ${links.map((link, at) => (at === 0 ? link : html` · ${link}`))}</span>`
}
