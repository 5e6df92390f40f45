/** The coverage page: shows how complete the directory is in each country, as numbers with bars. */

import { noteOnBuild } from '../../directory/builds/build-losses.ts'
import type { PackedDirectory } from '../../directory/storage/packed-directory.ts'
import { type CountryCoverage, coverageOf, type Share, shareText } from '../../directory/views/country-coverage.ts'
import { type Html, html } from '../html.ts'
import { typesLabel } from '../views/labels.ts'
import { countryPath } from '../views/page-paths.ts'
import { formatNumber } from '../views/text/text-format.ts'
import { type Frame, renderPage } from './page-layout.ts'

const summary =
  'For each country: how many banks have a code, BIC, LEI and website, and how reliable and recent the data is.'

export function* renderCoverage(frame: Frame, packed: PackedDirectory, today: Date): Generator<void, string> {
  const countries = yield* coverageOf(packed, today)
  const { build, countries: known } = packed
  const main = html`<article class="prose coverage"><h1>Coverage</h1>
<p class="lead">${summary}</p>
${build && html`<p>${noteOnBuild(build, known)}</p>`}
<p>Percentages are of open banks. “Code” counts banks with a current code in one of the country’s usual schemes. Where few banks have a code or a BIC, the table says
what their most frequent type has.
<a href="${frame.base}/docs/1.0/data">The data</a> explains the fields, and <a href="${frame.base}/docs/1.0/countries">Countries</a> explains why
some are rare. Ages are as of <time datetime="${day(today)}">${day(today)}</time>.</p>
<h2 id="countries">By country</h2>
${yield* countriesTable(frame, countries)}
<h2 id="confidence">Confidence</h2>
<p>Our judgement of how well the sources of a bank agree: <span class="key high">high</span>, <span class="key medium">medium</span> or
<span class="key low">low</span>.</p>
${yield* confidenceTable(frame, countries)}
${yield* officialCounts(frame, countries)}
<h2 id="types">Types of banks</h2>
${yield* typesTable(frame, countries)}
</article>`
  return renderPage(frame, {
    title: 'Coverage · Bank Lookup',
    description: summary,
    main,
    section: 'coverage',
    path: '/coverage',
    script: 'coverage.js',
  })
}

const day = (date: Date): string => date.toISOString().slice(0, 10)

const countriesTable = (frame: Frame, countries: CountryCoverage[]): Generator<void, Html> =>
  sortableTable(
    'Coverage by country',
    [
      countryColumn(frame),
      figure('Open banks', ({ open_banks }) => open_banks),
      share('Code', ({ code }) => code, { reason: whyFewCodes }),
      share('BIC', ({ bic }) => bic, { reason: ({ bic, types }) => typeWithout('bic', bic, types) }),
      share('LEI', ({ lei }) => lei),
      share('Website', ({ website }) => website),
      { label: 'Newest source', cell: newestSource },
    ],
    countries,
  )

type CoverageColumn = Column<CountryCoverage>

const countryColumn = (frame: Frame): CoverageColumn => ({
  label: 'Country',
  cell: ({ country, name }) => countryLink(frame, country, name),
})

const countryLink = (frame: Frame, code: string, name: string): Html =>
  html`<a href="${countryPath(frame, code)}">${name}</a>`

const figure = (label: string, value: (row: CountryCoverage) => number): CoverageColumn => ({
  label,
  cell: (row) => value(row).toLocaleString('en'),
  value,
  isNumber: true,
})

/** A percentage with a bar. The bar is only decoration and is hidden from screen readers. */
const share = (
  label: string,
  shareOf: (row: CountryCoverage) => Share,
  { hasBar = true, reason }: { hasBar?: boolean; reason?: (row: CountryCoverage) => string | undefined } = {},
): CoverageColumn => ({
  label,
  cell: (row) => {
    const { share: part } = shareOf(row)
    const bar = hasBar ? barOf([{ kind: 'high', share: part }]) : undefined
    const why = reason?.(row)
    return html`<span class="figure">${shareText(part)}</span>${bar}${why && html`<small>${why}</small>`}`
  },
  value: (row) => Number(shareOf(row).share.toFixed(4)),
  isNumber: true,
})

/** Below this share, a figure looks like a gap in the data, so the table gives the reason if the data has one. */
const lowShare = 0.5

function whyFewCodes({ code, code_level: level, types }: CountryCoverage): string | undefined {
  if (level === 'none') return 'no national code'
  if (level === 'branch' && code.share < lowShare) return 'codes are per branch'
  return typeWithout('code', code, types)
}

/** "0 of 793 microfinance banks", if hardly any bank of the most frequent type has a code or a BIC. */
function typeWithout(field: 'code' | 'bic', { share }: Share, [type]: CountryCoverage['types']): string | undefined {
  if (share >= lowShare || !type || type[field] > type.banks * 0.1) return undefined
  return `${formatNumber(type[field])} of ${formatNumber(type.banks)} ${typesLabel(type.type).toLowerCase()}`
}

const newestSource = ({ newest_source: source }: CountryCoverage): Html | string =>
  source === null ? 'none' : html`<time datetime="${source.date}">${source.date}</time>, ${ageOf(source.age_months)}`

function ageOf(months: number): string {
  if (months === 0) return 'less than a month'
  return months === 1 ? '1 month' : `${months} months`
}

const confidenceTable = (frame: Frame, countries: CountryCoverage[]): Generator<void, Html> =>
  sortableTable(
    'Confidence by country',
    [
      countryColumn(frame),
      share('High', ({ confidence }) => confidence.high, { hasBar: false }),
      share('Medium', ({ confidence }) => confidence.medium, { hasBar: false }),
      share('Low', ({ confidence }) => confidence.low, { hasBar: false }),
      { label: 'Distribution', cell: distribution, value: ({ confidence }) => confidence.high.share },
    ],
    countries,
  )

const distribution = ({ confidence: { high, medium, low } }: CountryCoverage): Html =>
  barOf([
    { kind: 'high', share: high.share },
    { kind: 'medium', share: medium.share },
    { kind: 'low', share: low.share },
  ])

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
function* officialCounts(frame: Frame, countries: CountryCoverage[]): Generator<void, Html | undefined> {
  if (countries.every(({ official }) => official.length === 0)) return undefined
  return html`<h2 id="official">Compared with official counts</h2>
<p>Some publishers whose lists we use also publish how many institutions there are. The table shows how many open banks here are
on that list. Banks that have merged since then are missing, as expected.</p>
${yield* officialTable(frame, countries)}`
}

const officialTable = (frame: Frame, countries: CountryCoverage[]): Generator<void, Html> =>
  sortableTable(
    'Comparison with official counts',
    [
      { label: 'Country', cell: ({ country, name }) => countryLink(frame, country, name) },
      { label: 'Counted', cell: ({ count }) => count.of },
      { label: 'Date', cell: ({ count }) => html`<time datetime="${count.date}">${count.date}</time>` },
      {
        label: 'Official count',
        cell: ({ count }) => count.count.toLocaleString('en'),
        value: ({ count }) => count.count,
        isNumber: true,
      },
      {
        label: 'Here',
        cell: ({ count: { here } }) => html`${here.banks.toLocaleString('en')}, ${shareText(here.share)}`,
        value: ({ count }) => count.here.banks,
        isNumber: true,
      },
      { label: 'Published in', cell: ({ count }) => count.found_in },
    ],
    countries.flatMap(({ country, name, official }) => official.map((count) => ({ country, name, count }))),
  )

const typesTable = (frame: Frame, countries: CountryCoverage[]): Generator<void, Html> =>
  sortableTable(
    'Types of banks by country',
    [
      countryColumn(frame),
      {
        label: 'Open banks by type',
        cell: ({ types }) =>
          types.map(({ type, banks }) => `${type.replaceAll('_', ' ')} ${banks.toLocaleString('en')}`).join(', '),
      },
    ],
    countries,
  )

interface Column<Row> {
  label: string
  cell(row: Row): Html | string
  /** The value to sort by, if it is not the text of the cell. */
  value?(row: Row): number
  /** Whether the cells are figures, which are right-aligned. The first click on the header puts the highest first. */
  isNumber?: boolean
}

/** Rendering this many rows takes a millisecond or less. */
const rowsPerStep = 10

/**
 * The cells of the first column are the headers of the rows. `label` is for screen readers. At each `yield` the event loop
 * can serve requests.
 */
function* sortableTable<Row>(
  label: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Generator<void, Html> {
  const body: Html[] = []
  for (const row of rows) {
    if (body.length % rowsPerStep === 0) yield
    body.push(rowHtml(columns, row))
  }
  return html`<div class="table" tabindex="0" role="region" aria-label="${label}"><table data-sortable>
<thead><tr>${columns.map(
    ({ label: text, isNumber }) => html`<th scope="col"${isNumber ? numberClass : undefined}>${text}</th>`,
  )}</tr></thead>
<tbody>${body}</tbody></table></div>
`
}

const numberClass = html` class="number"`

const rowHtml = <Row>(columns: readonly Column<Row>[], row: Row): Html =>
  html`<tr>${columns.map(({ cell, value, isNumber }, at) => {
    const attributes = html`${isNumber ? numberClass : undefined}${value && html` data-value="${value(row)}"`}`
    return at === 0 ? html`<th scope="row"${attributes}>${cell(row)}</th>` : html`<td${attributes}>${cell(row)}</td>`
  })}</tr>
`
