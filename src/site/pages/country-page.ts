/** The page of a country or region: what its codes are, and its banks. */
import type { SupportedCountry } from '../../directory/records/country-record.ts'
import { html } from '../html.ts'
import { type CountryPage, countryBanks, countryHead, type ListedBanks } from '../views/country-list.ts'
import { countryPath, emptySearch, listFilePath } from '../views/page-paths.ts'
import { formatCount } from '../views/text/text-format.ts'
import { countryTitle } from '../views/titles.ts'
import { inCountry } from '../views/view-context.ts'
import { explorerShell } from './explorer-shell.ts'
import type { PageContext } from './page-context.ts'
import { footerId, type PageContent } from './page-layout.ts'
import { describeBreadcrumbs } from './structured-data.ts'

export function countryPage(
  page: PageContext,
  country: SupportedCountry,
  listed: ListedBanks,
  list: CountryPage,
): PageContent {
  const { frame, context } = page
  const { code, display_name: name, bank_count: count, bank_codes: schemes } = country
  const codes = schemes.filter(({ use }) => use === 'payment').map(({ label }) => label)
  const main = explorerShell(page, {
    view: 'country',
    search: { ...emptySearch, country: code },
    list: html`<section id="country-banks" class="country-banks" aria-label="${name}">
${countryHead(context, country, 1, list.scheme)}
${countryBanks(context, country, listed, list)}
</section>`,
    request: { path: listFilePath(context, code, 'json', list.scheme) },
  })
  const root = { base: '', isStatic: context.isStatic }
  return {
    title: countryTitle(context, code, count, list.page),
    description: `${formatCount(count, 'bank')} ${inCountry(context, code)}${codes.length > 0 ? ` with ${listOf(codes)}` : ''}. Every national code with its source and date.`,
    main,
    path: countryPath(root, code, { sort: list.sort, page: list.page }),
    feed: { title: `Changes: banks ${inCountry(context, code)}`, path: countryPath(root, code) },
    drawnAfter: footerId,
    structuredData: [
      describeBreadcrumbs(frame.publicUrl, [
        { name: 'Bank Lookup', path: '/' },
        { name, path: countryPath(root, code) },
      ]),
    ],
  }
}

const codesMax = 3

const listOf = (codes: readonly string[]): string =>
  [...codes.slice(0, codesMax), 'BIC'].join(', ').replace(/, ([^,]*)$/, ' and $1')
