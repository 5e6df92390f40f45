/** The start page: introduction, search form and the countries. */
import type { SupportedCountry } from '../../directory/records/country-record.ts'
import type { LatestChanges } from '../../directory/views/changes-since.ts'
import { latestChanges } from '../changes/latest-changes.ts'
import { html } from '../html.ts'
import { countryIndex } from '../views/country-index.ts'
import { countriesFile } from '../views/page-paths.ts'
import { formatNumber } from '../views/text/text-format.ts'
import { startTitle } from '../views/titles.ts'
import { explorerShell } from './explorer-shell.ts'
import type { PageContext } from './page-context.ts'
import type { PageContent } from './page-layout.ts'
import { describeSite } from './structured-data.ts'

export function startPage(
  page: PageContext,
  countries: readonly SupportedCountry[],
  latest?: LatestChanges,
): PageContent {
  const { frame, context } = page
  const single = countries.filter(({ kind }) => kind === 'country')
  const banks = single.reduce((sum, { bank_count: count }) => sum + count, 0)
  const counts = `${formatNumber(banks)} banks in ${single.length} countries`
  const main = explorerShell(page, {
    view: 'start',
    hero: html`<div class="hero">
<h1>Find a bank’s code</h1>
<p>${counts}. Every national code with its source and date. ${frame.isStatic ? searchLimit : html`Run it yourself; the <a href="${frame.base}/docs/1.0/">API</a> is free.`}</p>${latest && latestChanges(context, latest)}
</div>`,
    status: 'Or pick a country',
    list: html`<section id="countries" class="countries" aria-label="Countries">
${countryIndex(context)}
</section>`,
    request: { path: frame.isStatic ? countriesFile : 'v1/search?q=access' },
  })
  return {
    title: startTitle,
    description: `Search ${counts} for bank codes, routing numbers, BICs and IBANs. Every national code with its source and date.`,
    main,
    path: '/',
    structuredData: frame.isStatic ? [] : [describeSite(frame.publicUrl)],
  }
}

const searchLimit = 'Choose a country to search its banks.'
