/** The coverage page: shows how complete the directory is in each country, as numbers with bars. */

import type { PackedDirectory } from '../directory/storage/packed-directory.ts'
import { type CountryCoverage, coverageOf, type Share, shareText } from '../directory/views/coverage.ts'
import { type Html, html, raw } from './html.ts'
import { type Frame, renderPage } from './page-layout.ts'
import { htmlTable } from './tables.ts'

const summary =
  'For each country: how many banks have a code, BIC, LEI and website, and how reliable and recent the data is.'

export function* renderCoverage(frame: Frame, packed: PackedDirectory, today: Date): Generator<void, string> {
  const countries = yield* coverageOf(packed, today)
  const main = html`<article class="prose coverage"><h1>Coverage</h1>
<p class="lead">${summary}</p>
<p>Percentages are of open banks. “Code” counts banks with a current code in one of the country’s usual schemes.
<a href="${frame.base}/docs/1.0/data">The data</a> explains the fields, and <a href="${frame.base}/docs/1.0/countries">Countries</a> explains why
some are rare. Ages are as of <time datetime="${day(today)}">${day(today)}</time>.</p>
<h2 id="countries">By country</h2>
${raw(countriesTable(countries))}
<h2 id="confidence">Confidence</h2>
<p>Our judgement of how well the sources of a bank agree: <span class="key high">high</span>, <span class="key medium">medium</span> or
<span class="key low">low</span>.</p>
${raw(confidenceTable(countries))}
${officialCounts(countries)}
<h2 id="types">Types of banks</h2>
${raw(typesTable(countries))}
</article>`
  return renderPage(frame, { title: 'Coverage · Bank Lookup', description: summary, main })
}

const day = (date: Date): string => date.toISOString().slice(0, 10)

const countriesTable = (countries: CountryCoverage[]): string =>
  htmlTable(
    ['Country', 'Open banks', 'Code', 'BIC', 'LEI', 'Website', 'Newest source'],
    countries.map(({ name, open_banks, code, bic, lei, website, newest_source }) => [
      name,
      open_banks.toLocaleString('en'),
      withBar(code),
      withBar(bic),
      withBar(lei),
      withBar(website),
      newest_source === null
        ? 'none'
        : html`<time datetime="${newest_source.date}">${newest_source.date}</time>, ${ageOf(newest_source.age_months)}`,
    ]),
  )

function ageOf(months: number): string {
  if (months === 0) return 'less than a month'
  return months === 1 ? '1 month' : `${months} months`
}

/** Renders a percentage with a bar. The bar is only decoration and is hidden from screen readers. */
const withBar = ({ share }: Share): Html =>
  html`<span class="figure">${shareText(share)}</span>${barOf([{ kind: 'high', share }])}`

const confidenceTable = (countries: CountryCoverage[]): string =>
  htmlTable(
    ['Country', 'High', 'Medium', 'Low', 'Distribution'],
    countries.map(({ name, confidence: { high, medium, low } }) => [
      name,
      shareText(high.share),
      shareText(medium.share),
      shareText(low.share),
      barOf([
        { kind: 'high', share: high.share },
        { kind: 'medium', share: medium.share },
        { kind: 'low', share: low.share },
      ]),
    ]),
  )

/** Sizes the bar with SVG attributes, because the content security policy forbids inline styles. */
function barOf(parts: { kind: string; share: number }[]): Html {
  let start = 0
  const pieces = parts.map(({ kind, share }) => {
    const from = start
    start += share * 100
    return share === 0
      ? undefined
      : html`<rect class="${kind}" x="${from.toFixed(1)}" width="${(share * 100).toFixed(1)}" height="8"></rect>`
  })
  return html`<svg class="share" viewBox="0 0 100 8" width="100" height="8" preserveAspectRatio="none" aria-hidden="true"><rect class="whole" width="100" height="8"></rect>${pieces}</svg>`
}

/** Returns undefined if the data has no official counts. */
function officialCounts(countries: CountryCoverage[]): Html | undefined {
  if (countries.every(({ official }) => official.length === 0)) return undefined
  return html`<h2 id="official">Compared with official counts</h2>
<p>Some publishers whose lists we use also publish how many institutions there are. The table shows how many open banks here are
on that list. Banks that have merged since then are missing, as expected.</p>
${raw(officialTable(countries))}`
}

const officialTable = (countries: CountryCoverage[]): string =>
  htmlTable(
    ['Country', 'Counted', 'Date', 'Official count', 'Here', 'Published in'],
    countries.flatMap(({ name, official }) =>
      official.map(({ of, count, date, here, found_in }) => [
        name,
        of,
        html`<time datetime="${date}">${date}</time>`,
        count.toLocaleString('en'),
        html`${here.banks.toLocaleString('en')}, ${shareText(here.share)}`,
        found_in,
      ]),
    ),
  )

const typesTable = (countries: CountryCoverage[]): string =>
  htmlTable(
    ['Country', 'Open banks by type'],
    countries.map(({ name, types }) => [
      name,
      types.map(({ type, banks }) => `${type.replaceAll('_', ' ')} ${banks.toLocaleString('en')}`).join(', '),
    ]),
  )
