/**
 * The landing page: introduction, search form, countries and a sample request. The script `explorer.js` adds the rest.
 */
import type { SupportedCountry } from '../directory/records/country.ts'
import { flagOf } from './client/dom/flag.js'
import { type Html, html } from './html.ts'
import type { Frame } from './page-layout.ts'

/**
 * Number of countries that are shown larger. They are the first in the list, which starts with the most used countries.
 */
const featuredMax = 9

/** Keeps account numbers out of the form, because without JavaScript the form puts its text into the URL. */
const atMostSixDigits = '(?:\\P{Nd}*\\p{Nd}){0,6}\\P{Nd}*'

export function landingMain({ base }: Frame, countries: SupportedCountry[]): Html {
  const single = countries.filter(({ kind }) => kind === 'country')
  const bankCount = single.reduce((sum, { bank_count: count }) => sum + count, 0)
  return html`<div id="explorer" class="explorer">
<div class="hero">
<h1>Find a bank’s code</h1>
<p>${bankCount.toLocaleString('en')} banks in ${single.length} countries. Every code has a source and a date. Self-hosted, with an open <a href="${base}/docs/1.0/">API</a>.</p>
</div>
<div class="finder">
<nav class="modes" aria-label="Mode"><a id="find-mode" href="${base}/" aria-current="true">Find a bank</a><a id="resolve-mode" href="${base}/?resolve" aria-current="false">Check a number</a></nav>
<div class="bar">
<button type="button" id="country-button" class="country-button" aria-expanded="true" aria-controls="countries"><span class="visually-hidden">Country: </span><span class="flag" aria-hidden="true">🌐</span><span class="name">All countries</span></button>
<form id="find-form" role="search" action="${base}/v1/search">
<label class="visually-hidden" for="find-input">Bank name, city or code</label>
<input id="find-input" name="q" type="search" maxlength="100" placeholder="Bank name, city or code" pattern="${atMostSixDigits}" title="At most six digits. Check longer numbers with POST /v1/resolve." autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="find-hint">
<kbd aria-hidden="true">/</kbd>
<button type="submit" class="without-script">Search</button>
</form>
<form id="resolve-form" hidden>
<label class="visually-hidden" for="resolve-input">IBAN, BIC, routing number, account number or any bank code</label>
<input id="resolve-input" type="text" maxlength="100" placeholder="IBAN, BIC, account number or code" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="resolve-hint">
<button type="submit" class="primary">Check</button>
</form>
</div>
<p class="hint"><span id="find-hint">Part of a name is enough, even misspelt. Try <a href="${base}/?q=acess+bank">acess bank</a>, <a href="${base}/?q=first+national+heavener">first national heavener</a> or <a href="${base}/?q=044">044</a>.</span><span id="resolve-hint" hidden>Sent only to this server. Never logged, never in the URL.</span></p>
</div>
<div class="columns">
<div id="list" class="list">
<p id="status" class="status" role="status">Or pick a country.</p>
${countryIndex(base, countries)}
<section id="results" aria-label="Banks found" hidden></section>
<section id="country" aria-label="Country" hidden></section>
<section id="resolved" aria-label="Check result" hidden></section>
</div>
<div class="side">
<section id="card" class="card" aria-label="Bank" hidden></section>
<section id="request" class="request" aria-labelledby="request-title">
<h2 id="request-title">API request</h2>
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
  const links = (list: SupportedCountry[]) => list.map((country) => countryLink(base, country))
  return html`<section id="countries" class="countries" aria-label="Countries">
<p class="filter"><label class="visually-hidden" for="country-filter">Filter countries</label><input id="country-filter" type="search" placeholder="Filter countries" autocomplete="off" spellcheck="false"></p>
<p class="all" hidden><a class="entry" href="${base}/" data-country="">All countries</a></p>
<ul class="featured">${links(countries.slice(0, featuredMax))}</ul>
<ul>${links(countries.slice(featuredMax))}</ul>
<noscript>
<h2>Downloads</h2>
<p>Instant search needs JavaScript. All data is also available through the <a href="${base}/docs/1.0/">API</a> and as files:</p>
<ul class="downloads">${countries.map(
    ({ code, display_name: name }) =>
      html`<li>${name} <a href="${base}/v1/banks?country=${code.toLowerCase()}" download="banks-${code.toLowerCase()}.json">JSON<span class="visually-hidden"> for ${name}</span></a> <a href="${base}/v1/banks.csv?country=${code.toLowerCase()}" download="banks-${code.toLowerCase()}.csv">CSV<span class="visually-hidden"> for ${name}</span></a></li>`,
  )}</ul>
</noscript>
</section>`
}

function countryLink(base: string, { code, also, display_name: name, bank_count: count }: SupportedCountry): Html {
  return html`<li><a class="entry" href="${base}/?country=${code.toLowerCase()}" data-country="${code}" data-also="${also.join(' ')}"><span class="flag" aria-hidden="true">${flagOf(code)}</span><span class="name">${name}</span><span class="leader"></span><span class="count">${count.toLocaleString('en')}<span class="visually-hidden"> banks</span></span></a></li>
`
}
