/** A country: what its codes are, how to get its banks, and the list of them. */
import type { Bank } from '../../directory/records/bank-record.ts'
import type { SupportedCountry } from '../../directory/records/country-record.ts'
import { type Html, html } from '../html.ts'
import { schemeSwitch } from './codes/scheme-switch.ts'
import { shortLabel } from './codes/shown-code.ts'
import { railsIn } from './facets.ts'
import { banksPerPage, countryPath, listFilePath } from './page-paths.ts'
import { bankRows } from './search-results-view.ts'
import { patternInWords } from './text/pattern-words.ts'
import { capitalized, formatCount, formatNumber } from './text/text-format.ts'
import { countryName, flag, inCountry, type ViewContext } from './view-context.ts'

export interface CountryPage {
  sort: 'prominence' | 'name'
  /** The first page is 1. */
  page: number
  /** The code scheme that the rows show, or `bic`. Empty for the usual code of each bank. */
  scheme: string
}

/** Heading, codes and downloads. `level`: the level of the heading. `scheme`: as in `CountryPage`. */
export function countryHead(context: ViewContext, country: SupportedCountry, level: 1 | 2, scheme: string): Html {
  const { code, display_name: name, bank_count: count, members } = country
  const title = html`${flag(context, code, 28)}${formatCount(count, 'bank')} ${inCountry(context, code)}`
  return html`<header class="country-head">
${level === 1 ? html`<h1>${title}</h1>` : html`<h2 tabindex="-1">${title}</h2>`}
${members ? memberList(context, members) : schemeList(country)}
${accountForm(country)}
<p class="country-links">${downloads(context, country, scheme)}${context.isStatic ? undefined : html`<a href="${context.base}/coverage#countries">Coverage</a> <a href="${context.base}/docs/1.0/countries#${sectionOf(name)}">About the codes</a>`}</p>
</header>`
}

/** The id of the country's card in the documentation. */
const sectionOf = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')

/**
 * The list of a country's banks: filters, sort order, rows, and links to other pages. The script adds more filters and
 * the letters. `banks`: the banks on this page.
 */
export function countryBanks(
  context: ViewContext,
  { code, bank_count: count }: SupportedCountry,
  banks: readonly Bank[],
  list: CountryPage,
): Html {
  const { sort, scheme } = list
  const pathOf = (chosen: string): string => countryPath(context, code, { sort, scheme: chosen })
  return html`<div class="country-tools"><p class="country-filter script-only"><label class="visually-hidden" for="bank-filter">Filter ${formatCount(count, 'bank')}</label><input id="bank-filter" type="search" placeholder="Filter ${formatCount(count, 'bank')}" autocomplete="off" spellcheck="false"></p>
<p class="country-order">${orderLink(context, code, 'prominence', 'Best known', list)} ${orderLink(context, code, 'name', 'A to Z', list)}</p>${schemeSwitch(context, code, scheme, pathOf)}</div>
<div class="facets country-facets${railsIn(context, code).length > 0 ? ' with-rails' : ''} script-only"></div>${
    sort === 'name'
      ? html`
<div class="letters script-only" role="group" aria-label="Jump to a letter"></div>`
      : undefined
  }
<div class="bank-rows" role="grid" aria-label="Banks ${inCountry(context, code)}">${bankRows(context, banks, { country: code, schemes: [scheme] })}</div>
${pageLinks(context, code, count, list)}`
}

const orderLink = (
  context: ViewContext,
  code: string,
  order: CountryPage['sort'],
  label: string,
  { sort, scheme }: CountryPage,
): Html =>
  html`<a href="${countryPath(context, code, { sort: order, scheme })}"${order === sort ? html` aria-current="true"` : undefined}>${label}</a>`

function pageLinks(
  context: ViewContext,
  code: string,
  count: number,
  { sort, page, scheme }: CountryPage,
): Html | undefined {
  const last = Math.ceil(count / banksPerPage)
  if (last < 2) return undefined
  if (context.isStatic)
    return html`<noscript><p>The first ${banksPerPage} of ${formatCount(count, 'bank')}. Each download has all of them.</p></noscript>`
  const near = Array.from({ length: last }, (_, at) => at + 1).filter(
    (one) => one === 1 || one === last || Math.abs(one - page) <= 2,
  )
  const link = (target: number, text: string): Html =>
    html`<a href="${countryPath(context, code, { sort, page: target, scheme })}">${text}</a>`
  const items = near.map((one, at) => {
    const gap = one - (near[at - 1] ?? 0) > 1 ? html`<li aria-hidden="true">…</li>` : undefined
    const shown =
      one === page ? html`<span aria-current="page">${formatNumber(one)}</span>` : link(one, formatNumber(one))
    return html`${gap}<li>${shown}</li>`
  })
  return html`<nav class="pages" aria-label="Pages"><ul>${page > 1 ? html`<li>${link(page - 1, 'Previous')}</li>` : undefined}${items}${page < last ? html`<li>${link(page + 1, 'Next')}</li>` : undefined}</ul></nav>`
}

/** The preferred code in full; the others are folded, so that the banks are visible at once. */
function schemeList({ bank_codes: schemes }: SupportedCountry): Html | undefined {
  const [first, ...others] = schemes.filter(({ use }) => use === 'payment').map(schemeItem)
  if (!first) return undefined
  return html`<dl class="schemes">${first}</dl>
${others.length > 0 ? html`<details class="more-schemes"><summary>${formatCount(others.length, 'more code')}</summary><dl class="schemes">${others}</dl></details>` : undefined}`
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
