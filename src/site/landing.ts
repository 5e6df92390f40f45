/** The landing page's content: what this is, the countries, a request to try; the explorer's script fills the rest. */
import type { SupportedCountry } from '../directory/records/country.ts'
import { flagOf } from './client/flag.js'
import { type Html, html } from './html.ts'
import type { Frame } from './page.ts'

/** The menu begins with those that are asked for most; these are shown larger. */
const foremostMax = 9

/** Without script the form sends what was typed as an address, where an account number does not belong. */
const fewDigits = '(?:\\P{Nd}*\\p{Nd}){0,6}\\P{Nd}*'

const counted = new Intl.NumberFormat('en')

export function landingMain({ base }: Frame, countries: SupportedCountry[]): Html {
  const alone = countries.filter(({ kind }) => kind === 'country')
  const banks = alone.reduce((sum, { bank_count: count }) => sum + count, 0)
  return html`<div id="explorer" class="explorer">
<div class="hero">
<h1>Find a bank’s code</h1>
<p>${counted.format(banks)} open banks of ${alone.length} countries and their codes, each with its source and its date, over an open <a href="${base}/docs/1.0/">API</a> that you run yourself.</p>
</div>
<div class="finder">
<nav class="modes" aria-label="What to do"><a id="find-mode" href="${base}/" aria-current="true">Find a bank</a><a id="resolve-mode" href="${base}/?resolve" aria-current="false">Which bank is this?</a></nav>
<div class="bar">
<button type="button" id="country-button" class="country-button" aria-expanded="true" aria-controls="countries"><span class="visually-hidden">Country: </span><span class="flag" aria-hidden="true">🌐</span><span class="name">All countries</span></button>
<form id="find-form" role="search" action="${base}/v1/search">
<label class="visually-hidden" for="find-input">Bank name, city or code</label>
<input id="find-input" name="q" type="search" maxlength="100" placeholder="Bank name, city or code" pattern="${fewDigits}" title="At most six digits; check longer numbers with POST /v1/resolve" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="find-hint">
<kbd aria-hidden="true">/</kbd>
<button type="submit" class="without-script">Search</button>
</form>
<form id="resolve-form" hidden>
<label class="visually-hidden" for="resolve-input">IBAN, BIC, routing number, account number or any bank code</label>
<input id="resolve-input" type="text" maxlength="100" placeholder="IBAN, BIC, account number or code" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="resolve-hint">
<button type="submit" class="primary">Check</button>
</form>
</div>
<p class="hint"><span id="find-hint">Half a name will do, also misspelt. Try <a href="${base}/?q=acess+bank">acess bank</a>, <a href="${base}/?q=first+national+heavener">first national heavener</a> or <a href="${base}/?q=044">044</a>.</span><span id="resolve-hint" hidden>It goes to this service only, by POST. It is not logged and not kept in the address.</span></p>
</div>
<div class="columns">
<div id="list" class="list">
<p id="status" class="status" role="status">Or begin with a country.</p>
${countryIndex(base, countries)}
<section id="results" aria-label="Banks found" hidden></section>
<section id="country" aria-label="Country" hidden></section>
<section id="resolved" aria-label="What it can be" hidden></section>
</div>
<div class="side">
<section id="card" class="card" aria-label="Bank" hidden></section>
<section id="request" class="request" aria-labelledby="request-title">
<h2 id="request-title">Ask for a country’s list</h2>
<figure><figcaption>curl</figcaption><pre><code>curl http://localhost:8080${base}/v1/banks \\
  -H 'content-type: application/json' \\
  -d '{"country":"ng"}'</code></pre></figure>
</section>
</div>
</div>
<p id="announcement" class="visually-hidden" role="status"></p>
</div>`
}

function countryIndex(base: string, countries: SupportedCountry[]): Html {
  const links = (some: SupportedCountry[]) => some.map((country) => countryLink(base, country))
  return html`<section id="countries" class="countries" aria-label="Countries">
<p class="filter"><label class="visually-hidden" for="country-filter">Filter the countries</label><input id="country-filter" type="search" placeholder="Filter the countries" autocomplete="off" spellcheck="false"></p>
<p class="all" hidden><a class="entry" href="${base}/" data-country="">All countries</a></p>
<ul class="foremost">${links(countries.slice(0, foremostMax))}</ul>
<ul>${links(countries.slice(foremostMax))}</ul>
<noscript>
<h2>Lists to download</h2>
<p>Searching as you type needs script. Everything is in the <a href="${base}/docs/1.0/">API</a> as well, and as files:</p>
<ul class="downloads">${countries.map(
    ({ code, display_name: name }) =>
      html`<li>${name} <a href="${base}/v1/banks?country=${code.toLowerCase()}" download="banks-${code.toLowerCase()}.json">JSON<span class="visually-hidden"> of ${name}</span></a> <a href="${base}/v1/banks.csv?country=${code.toLowerCase()}" download="banks-${code.toLowerCase()}.csv">CSV<span class="visually-hidden"> of ${name}</span></a></li>`,
  )}</ul>
</noscript>
</section>`
}

function countryLink(base: string, { code, also, display_name: name, bank_count: count }: SupportedCountry): Html {
  return html`<li><a class="entry" href="${base}/?country=${code.toLowerCase()}" data-country="${code}" data-also="${also.join(' ')}"><span class="flag" aria-hidden="true">${flagOf(code)}</span><span class="name">${name}</span><span class="leader"></span><span class="count">${counted.format(count)}<span class="visually-hidden"> banks</span></span></a></li>
`
}
