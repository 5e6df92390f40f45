/** What static hosts need: the headers of responses, one rewrite, and a page that says what the folder contains. */
import { creditsFile, termsFile } from '../dataset/publishing/credits.ts'
import type { SupportedCountry } from '../directory/records/country-record.ts'
import { csvType } from '../directory/views/csv.ts'
import { xlsxType } from '../directory/views/xlsx.ts'
import { cacheControl, jsonType } from '../http/responses/prepared-response.ts'
import { html } from '../site/html.ts'
import { allBanksPath } from './bulk-files.ts'
import { databasePath } from './database/database-file.ts'
import type { ExportData, ExportFile } from './export-data.ts'
import { countriesPath, listPath, requirementsPath } from './response-files.ts'
import { licenceFile } from './terms-files.ts'

/** By pattern, in the format of Netlify and Cloudflare Pages. They join headers of the same name, so each is in one rule. */
const headers: Record<string, Record<string, string>> = {
  '/*': {
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': cacheControl,
    'X-Content-Type-Options': 'nosniff',
  },
  '/*.json': { 'Content-Type': jsonType },
  '/*.csv': { 'Content-Type': csvType },
  '/*.xlsx': { 'Content-Type': xlsxType },
  '/*.ndjson': { 'Content-Type': 'application/x-ndjson; charset=utf-8' },
  '/*.md': { 'Content-Type': 'text/markdown; charset=utf-8' },
  [`/${databasePath}`]: { 'Content-Type': 'application/vnd.sqlite3' },
  '/SHA256SUMS': { 'Content-Type': 'text/plain; charset=utf-8' },
}

/** Hosts look only for `index.html` in a folder. */
const rewrites = `/v1/supported-countries/ /${countriesPath} 200\n`

export function* hostFiles(data: ExportData): Generator<ExportFile, void> {
  yield { path: '_headers', bytes: Buffer.from(headersText()) }
  yield { path: '_redirects', bytes: Buffer.from(rewrites) }
  yield { path: 'index.html', bytes: Buffer.from(indexPage(data)) }
}

const headersText = (): string =>
  Object.entries(headers)
    .map(([pattern, fields]) =>
      [pattern, ...Object.entries(fields).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n'),
    )
    .join('\n')

function indexPage({ directory, banks, version, without, included }: ExportData): string {
  const { countries, regions, revision } = directory
  return `<!doctype html>\n${
    html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Banks and their codes</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
td, th { padding: .1rem .8rem .1rem 0; text-align: left }
</style>
</head>
<body>
<h1>Banks and their codes</h1>
<p>${banks.count.toLocaleString('en')} banks in ${countries.filter(({ kind }) => kind === 'country').length} countries, as files.
Data revision <code>${revision}</code>, written by bank-lookup ${version}.</p>
<h2>Use the files</h2>
<ul>
<li><a href="${countriesPath}"><code>${countriesPath}</code></a> lists the countries.</li>
<li><code>v1/banks/ng.json</code> lists the open banks in a country, <code>.csv</code> and <code>.xlsx</code> are the same list as a table.
Use the codes in the table below, in lower case.</li>
<li><code>v1/banks/&lt;id&gt;.json</code> is one bank, with all its codes and sources. Closed and merged banks have a file too.</li>
<li><code>v1/account-requirements/ng.json</code> lists the payment methods in a country and the account details that each needs.</li>
<li><a href="${allBanksPath}"><code>${allBanksPath}</code></a> has all banks, one per line, and <code>ndjson/ng.ndjson</code> those in a
country.</li>
<li><a href="${databasePath}"><code>${databasePath}</code></a> is a SQLite database with all of this and the branches.</li>
<li><a href="SHA256SUMS"><code>SHA256SUMS</code></a> verifies the files: <code>sha256sum -c SHA256SUMS</code>.</li>
</ul>
<p>The JSON, CSV and XLSX files under <code>v1</code> are the responses of the service, byte for byte. These requests need the service
itself: <code>POST /v1/banks</code>, search, resolve, account checks, and lists with parameters such as <code>status</code>.</p>
<h2>Terms</h2>
<p>${
      without.length > 0
        ? `Facts from sources with these terms are left out: ${without.join(', ')}. `
        : 'Facts from all sources are included, whatever their terms. '
    }<a href="${licenceFile}">Licence</a>, <a href="${creditsFile}">credits</a>${
      included.length > 0
        ? html`, <a href="${termsFile}">terms of sources that restrict redistribution or whose terms are unclear</a>`
        : ''
    }.</p>
<h2>Countries</h2>
<table>
<tr><th>code</th><th>name</th><th>open banks</th><th>banks</th><th>payment methods</th></tr>
${[...countries, ...regions].map(countryRow)}</table>
</body>
</html>
`.text
  }`
}

const countryRow = (
  country: SupportedCountry,
) => html`<tr><td>${country.code.toLowerCase()}</td><td>${country.display_name}</td>
<td>${country.bank_count.toLocaleString('en')}</td>
<td>${['json', 'csv', 'xlsx'].map((extension) => html`<a href="${listPath(country, extension)}">${extension}</a> `)}</td>
<td><a href="${requirementsPath(country)}">json</a></td></tr>
`
