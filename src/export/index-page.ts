/** The page of an export: what the folder contains, how to use it, and what needs the service. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { creditsFile, termsFile } from '../dataset/publishing/credits.ts'
import type { SupportedCountry } from '../directory/records/country-record.ts'
import { html } from '../site/html.ts'
import { allBanksPath } from './bulk-files.ts'
import { databasePath } from './database/database-file.ts'
import type { ExportData, ExportFile } from './export-data.ts'
import { countriesPath, listPath, requirementsPath } from './response-files.ts'
import { licenceFile } from './terms-files.ts'

/** `folder`: may lack a licence, if it is not the data of the program. */
export function indexPage({ folder, directory, banks, version, without, included }: ExportData): ExportFile {
  const { countries, regions, revision } = directory
  const hasLicence = existsSync(join(folder, licenceFile))
  const page = html`<!doctype html>
<html lang="en">
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
  }${hasLicence ? html`<a href="${licenceFile}">Licence</a>, ` : ''}<a href="${creditsFile}">credits</a>${
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
`
  return { path: 'index.html', bytes: Buffer.from(page.text) }
}

const countryRow = (
  country: SupportedCountry,
) => html`<tr><td>${country.code.toLowerCase()}</td><td>${country.display_name}</td>
<td>${country.bank_count.toLocaleString('en')}</td>
<td>${['json', 'csv', 'xlsx'].map((extension) => html`<a href="${listPath(country, extension)}">${extension}</a> `)}</td>
<td><a href="${requirementsPath(country)}">json</a></td></tr>
`
