/** The page that says how complete the directory is, country by country: figures as text, with a bar beside them. */

import type { PackedDirectory } from '../directory/storage/packed-directory.ts'
import { type CountryCoverage, coverageOf, type Share, shareText } from '../directory/views/coverage.ts'
import { type Html, html, raw } from './html.ts'
import { type Frame, renderPage } from './page.ts'
import { table } from './tables.ts'

const counted = new Intl.NumberFormat('en')

const summary =
  'How many open banks of each country have a code, a BIC, an LEI and a web site, and how sure and how new it is.'

export function* renderCoverage(frame: Frame, packed: PackedDirectory, today: Date): Generator<void, string> {
  const countries = yield* coverageOf(packed, today)
  const main = html`<article class="prose coverage"><h1>Coverage</h1>
<p class="lead">${summary}</p>
<p>A share is of the open banks of the country. “Code” counts banks with a current code in a scheme that people mean by
“the bank code” there. <a href="${frame.base}/docs/1.0/data">The data</a> says what the fields mean,
<a href="${frame.base}/docs/1.0/countries">Countries</a> why some are rare. Ages are counted to
<time datetime="${day(today)}">${day(today)}</time>.</p>
<h2 id="countries">Country by country</h2>
${raw(countriesTable(countries))}
<h2 id="confidence">How sure it is</h2>
<p>How well the sources of a bank agree, by our judgement: <span class="key high">high</span>, <span class="key medium">medium</span> or
<span class="key low">low</span>.</p>
${raw(confidenceTable(countries))}
${officialPart(countries)}
<h2 id="types">Kinds of banks</h2>
${raw(typesTable(countries))}
</article>`
  return renderPage(frame, { title: 'Coverage · Bank Lookup', description: summary, main })
}

const day = (date: Date): string => date.toISOString().slice(0, 10)

const countriesTable = (countries: CountryCoverage[]): string =>
  table(
    ['Country', 'Open banks', 'Code', 'BIC', 'LEI', 'Web site', 'Newest list'],
    countries.map(({ name, open_banks, code, bic, lei, website, newest_source }) => [
      name,
      counted.format(open_banks),
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

/** The bar says nothing that the figure beside it does not. */
const withBar = ({ share }: Share): Html =>
  html`<span class="figure">${shareText(share)}</span>${barOf([{ kind: 'high', share }])}`

const confidenceTable = (countries: CountryCoverage[]): string =>
  table(
    ['Country', 'High', 'Medium', 'Low', 'Together'],
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

/** Attributes, because nothing in line may be styled. */
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

/** Nothing where the data has no such count. */
function officialPart(countries: CountryCoverage[]): Html | undefined {
  if (countries.every(({ official }) => official.length === 0)) return undefined
  return html`<h2 id="official">Against the publisher’s own count</h2>
<p>Where a publisher says how many institutions there are, and its list is among our sources: how many of the open banks
here were found on it. A bank that merged since is missing rightly.</p>
${raw(officialTable(countries))}`
}

const officialTable = (countries: CountryCoverage[]): string =>
  table(
    ['Country', 'What is counted', 'Date', 'Count', 'Here', 'Where the count stands'],
    countries.flatMap(({ name, official }) =>
      official.map(({ of, count, date, here, found_in }) => [
        name,
        of,
        html`<time datetime="${date}">${date}</time>`,
        counted.format(count),
        html`${counted.format(here.banks)}, ${shareText(here.share)}`,
        found_in,
      ]),
    ),
  )

const typesTable = (countries: CountryCoverage[]): string =>
  table(
    ['Country', 'Open banks by type'],
    countries.map(({ name, types }) => [
      name,
      types.map(({ type, banks }) => `${type.replaceAll('_', ' ')} ${counted.format(banks)}`).join(', '),
    ]),
  )
