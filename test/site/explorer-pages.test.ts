/** The pages of the explorer as a reader or a crawler without script gets them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { XMLParser } from 'fast-xml-parser'
import { searchLimits } from '../../src/directory/requests/parameters.ts'
import { offsetMax } from '../../src/site/views/page-paths.ts'
import { startOwnService, startService } from '../support/services/service.ts'

const accept = { Accept: 'text/html,application/xhtml+xml' }
const open = (url: string): Promise<Response> => fetch(url, { headers: accept, redirect: 'manual' })
const textOf = async (url: string): Promise<string> => (await open(url)).text()
const postForm = (url: string, fields: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', headers: accept, body: new URLSearchParams(fields), redirect: 'manual' })

const structuredDataOf = (page: string): Record<string, unknown>[] =>
  [...page.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(([, json]) =>
    JSON.parse(json as string),
  )

test('a bank has a page with its codes, their sources and a description for crawlers', async (t) => {
  const { url } = await startService(t)
  const published = await startService(t, { baseUrl: 'https://banks.example' })
  const page = await textOf(`${published.url}/banks/ng-gtbank`)
  assert.match(page, /<title>GTBank, Nigeria: CBN bank code 058 · Bank Lookup<\/title>/)
  assert.match(
    page,
    /<meta name="description" content="GTBank [^"]*CBN bank code 058, NIP institution code 000013, BIC GTBINGLA\./,
  )
  assert.ok(page.includes('<link rel="canonical" href="https://banks.example/banks/ng-gtbank">'))
  assert.ok(page.includes('<meta property="og:url" content="https://banks.example/banks/ng-gtbank">'))
  assert.match(page, /<meta property="og:title" content="GTBank, Nigeria: CBN bank code 058">/)
  assert.match(page, /<meta property="og:image" content="https:\/\/banks\.example\/assets\/[0-9a-f]{12}\/social\.png">/)
  assert.match(page, /<h1 class="bank-card-name">GTBank<\/h1>/)
  assert.match(page, /data-view="bank"/)
  for (const text of ['058', '000013', 'GTBINGLA', 'Central Bank of Nigeria']) assert.ok(page.includes(text), text)
  const [bank, breadcrumbs] = structuredDataOf(page)
  assert.equal(bank?.['@type'], 'BankOrCreditUnion')
  assert.equal(bank?.['@id'], 'https://banks.example/banks/ng-gtbank')
  assert.ok(JSON.stringify(bank?.identifier).includes('"value":"058"'))
  assert.equal(breadcrumbs?.['@type'], 'BreadcrumbList')
  // Without a base URL, links are relative, and previews, which need absolute ones, are left out.
  const relative = await textOf(`${url}/banks/ng-gtbank`)
  assert.ok(relative.includes('<link rel="canonical" href="/banks/ng-gtbank">'))
  assert.doesNotMatch(relative, /og:url|og:image/)
  assert.equal(structuredDataOf(relative)[0]?.['@id'], '/banks/ng-gtbank')
})

test('an id in capitals leads to the bank, a merged bank to its successor, and an unknown one to a page with a search', async (t) => {
  const { url } = await startService(t)
  const moved = await open(`${url}/banks/NG-GTBank`)
  assert.equal(moved.status, 301)
  assert.equal(moved.headers.get('location'), '/banks/ng-gtbank')
  const found = (await (await fetch(`${url}/v1/search?q=bank&status=merged&limit=100`)).json()) as {
    banks: { id: string }[]
  }
  const details = await Promise.all(
    found.banks.map(
      async ({ id }) =>
        (await fetch(`${url}/v1/banks/${id}`)).json() as Promise<{ id: string; successor: string | null }>,
    ),
  )
  const merged = details.find(({ successor }) => successor !== null) ?? assert.fail('no merged bank')
  const page = await textOf(`${url}/banks/${merged.id}`)
  assert.ok(page.includes(`Successor: <a href="/banks/${merged.successor}"`))
  const unknown = await open(`${url}/banks/ng-nowhere`)
  assert.equal(unknown.status, 404)
  assert.match(await unknown.text(), /<form[^>]* role="search"/)
})

test('a country has pages of its banks, best known first or from A to Z', async (t) => {
  const { url } = await startService(t)
  const first = await textOf(`${url}/countries/ng`)
  assert.match(first, /<h1>.*\d+ banks in Nigeria<\/h1>/)
  assert.match(first, /CBN bank code.*<dd>Transfers through payment providers/s)
  for (const format of ['banks', 'banks.csv', 'banks.xlsx'])
    assert.ok(first.includes(`/v1/${format}?country=ng"`), format)
  const idsOf = (page: string): string[] => [...page.matchAll(/ data-bank="([^"]+)"/g)].map(([, id]) => id as string)
  const listed = idsOf(first)
  assert.equal(listed.length, 100)
  assert.ok(listed.slice(0, 20).includes('ng-gtbank'), 'a large bank is near the top')
  const byName = idsOf(await textOf(`${url}/countries/ng?sort=name`))
  const { banks } = (await (await fetch(`${url}/v1/banks?country=ng`)).json()) as { banks: { id: string }[] }
  assert.deepEqual(
    byName,
    banks.slice(0, 100).map(({ id }) => id),
  )
  const last = Math.ceil(banks.length / 100)
  const ids = new Set<string>()
  for (let page = 1; page <= last; page++)
    for (const id of idsOf(await textOf(`${url}/countries/ng?page=${page}`))) ids.add(id)
  assert.equal(ids.size, banks.length)
  assert.match(first, new RegExp(`<a href="/countries/ng\\?page=${last}">${last}</a>`))
})

test('the page of a country has one URL; other codes, names and old links lead to it', async (t) => {
  const { url } = await startService(t)
  const moved: [string, string][] = [
    ['/countries/NG', '/countries/ng'],
    ['/countries/nga?sort=name&page=2', '/countries/ng?sort=name&page=2'],
    ['/countries/Nigeria', '/countries/ng'],
    ['/countries/uk', '/countries/gb'],
    ['/?country=uk', '/countries/gb'],
    ['/?country=ng&all', '/countries/ng'],
    ['/?bank=ng-gtbank', '/banks/ng-gtbank'],
    ['/?country=ng&q=gtb&bank=ng-gtbank', '/banks/ng-gtbank'],
    ['/?resolve', '/check'],
  ]
  for (const [from, to] of moved) {
    const response = await open(`${url}${from}`)
    assert.equal(response.status, 301, from)
    assert.equal(response.headers.get('location'), to, from)
    assert.equal(response.headers.get('vary'), 'Accept', from)
  }
  assert.equal((await open(`${url}/countries/xx`)).status, 404)
  assert.equal((await open(`${url}/countries/sepa`)).status, 404)
  // A program that reads the root still gets its description.
  assert.match((await fetch(`${url}/?country=ng`)).headers.get('content-type') ?? '', /json/)
  const published = await startService(t, { baseUrl: 'https://banks.example/lookup' })
  assert.equal((await open(`${published.url}/countries/NG`)).headers.get('location'), '/lookup/countries/ng')
})

test('a search has a page with results, filters and further pages', async (t) => {
  const { url } = await startService(t)
  const page = await textOf(`${url}/?q=first+national`)
  assert.match(page, /<h1[^>]*>Banks for “first national”<\/h1>/)
  assert.match(page, /<meta name="robots" content="noindex">/)
  assert.equal(page.match(/role="row"/g)?.length, 20)
  assert.match(page, /<a class="facet" [^>]*href="\/\?q=first\+national&amp;country=us"/)
  const next = /<a class="button" href="([^"]+)">More banks<\/a>/.exec(page)?.[1] ?? assert.fail('no further page')
  assert.equal(next, '/?q=first+national&amp;offset=20')
  assert.match(await textOf(`${url}${next.replaceAll('&amp;', '&')}`), /21 to 40 of /)
  const filtered = await textOf(`${url}/?q=first+national&country=us&type=credit_union`)
  assert.match(filtered, /Credit union/)
  assert.doesNotMatch(filtered, /South Africa · /)
  const none = await textOf(`${url}/?q=zzzzqqqq`)
  assert.match(none, /No bank found for “zzzzqqqq”/)
  assert.match(none, /id="results"[^>]* hidden/)
  // Parameters that make no sense are ignored: links collect them on their way.
  for (const query of [
    'q=gtb&country=xx&type=x&status=x&offset=x',
    `q=gtb&offset=${offsetMax + 1}`,
    `q=${'x'.repeat(500)}`,
  ]) {
    assert.equal((await open(`${url}/?${query}`)).status, 200, query)
  }
  assert.equal(offsetMax, searchLimits.offset.maximum)
})

test('a search for a code has the answer above the results, and a search for a name has none', async (t) => {
  const { url } = await startService(t)
  const page = await textOf(`${url}/?q=058`)
  assert.match(page, /<section id="answer"[^>]*>\s*<article class="answer possible">/)
  assert.ok(page.indexOf('class="answer-line"') < page.indexOf('id="results"'))
  assert.match(await textOf(`${url}/?q=barclays`), /<section id="answer"[^>]* hidden><\/section>/)
})

test('a matched code that no source confirms is never shown as a fact', async (t) => {
  const { url } = await startService(t)
  const page = await textOf(`${url}/?q=20005`)
  assert.match(
    page,
    /<span class="badge unconfirmed">unconfirmed<\/span> <span class="code-kind">Sort code<\/span> <s class="doubtful"><mark>20005<\/mark>2<\/s>/,
  )
  assert.doesNotMatch(page, /data-copy="200052"/)
})

test('without script, a search goes to its URL, and a number is answered in the body and not logged', async (t) => {
  const lines: string[] = []
  const log = { level: 'debug', stream: { write: (line: string) => void lines.push(line) } }
  const { url } = await startOwnService(t, { log })
  assert.match(await textOf(`${url}/`), /<form id="search"[^>]* action="\/search" method="post">/)
  assert.match(await textOf(`${url}/nowhere`), /<form[^>]* action="\/search" method="post">/)
  for (const [fields, path] of [
    [{ q: 'gtbank', country: 'ng' }, '/?q=gtbank&country=ng'],
    [{ q: ' first national 3 ', country: '' }, '/?q=first+national+3'],
    [{ q: '', country: '' }, '/'],
    [{}, '/'],
  ] as const) {
    const response = await postForm(`${url}/search`, fields)
    assert.deepEqual([response.status, response.headers.get('location')], [303, path])
  }
  for (const [q, shown] of [
    [
      'zenith 1000000001',
      /for “zenith”.*Possible NUBAN account number.*data-bank="ng-zenith-bank".*id="row-gh-zenith"/s,
    ],
    ['000015', /data-bank="ng-zenith-bank"/],
    ['12-34-56', /UK sort code/],
    ['030100', /data-bank="gh-absa"/],
    ['026009593', /Bank of America/],
    ['DE89 3704 0044 0532 0130 00', /Valid IBAN.*Commerzbank/s],
    ['qwxzj 1000000001', /Not recognised/],
  ] as const) {
    const response = await postForm(`${url}/search`, { q, country: '' })
    assert.deepEqual([response.status, response.headers.get('cache-control')], [200, 'no-store'], q)
    const page = await response.text()
    assert.match(page, shown, q)
    const links = [...page.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, link = '']) => decodeURIComponent(link))
    for (const link of links) if (!link.startsWith('/assets/')) assert.doesNotMatch(link, /(?:\d[\s+./-]*){6}/, link)
  }
  assert.doesNotMatch(lines.join(''), /1000000001|026009593|0532 ?0130/)
})

test('a page at a URL with an account number does not repeat it', async (t) => {
  const { url } = await startService(t)
  for (const number of ['0123456789', 'DE89370400440532013000']) {
    const response = await open(`${url}/?q=${number}`)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const page = await response.text()
    assert.match(page, /Not searched: searches go into the URL/)
    assert.match(page, /<form class="check-form" method="post" action="\/check">/)
    assert.ok(!page.includes(number))
  }
})

test('a number is checked by POST: the page is not stored, and the number is not logged', async (t) => {
  const lines: string[] = []
  const log = { level: 'debug', stream: { write: (line: string) => void lines.push(line) } }
  const { url } = await startOwnService(t, { log })
  assert.match(await textOf(`${url}/check`), /<h1>Check a number<\/h1>/)
  const response = await postForm(`${url}/check`, { identifier: 'DE89 3704 0044 0532 0130 00', country: 'de' })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('etag'), null)
  assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  const page = await response.text()
  assert.match(page, /Valid IBAN.*<a href="\/banks\/de-commerzbank"[^>]*>Commerzbank<\/a>.*data-copy="COBADEFF"/s)
  assert.match(page, /<option value="de" selected>/)
  const typo = await (await postForm(`${url}/check`, { identifier: 'DE89 3704 0044 0523 0130 00' })).text()
  const atBank = await postForm(`${url}/check`, { bank: 'ng-zenith-bank', identifier: '1000000001' })
  assert.match(await atBank.text(), /Valid NUBAN account number.*Zenith Bank/s)
  assert.match(await textOf(`${url}/banks/ng-zenith-bank`), /action="\/check".*Check an account at Zenith Bank/s)
  assert.match(typo, /<input type="hidden" name="identifier" value="DE89 3704 0044 0532 0130 00">/)
  for (const fields of [
    {},
    { identifier: ' ' },
    { identifier: 'x'.repeat(101) },
    { identifier: '058', country: 'xx' },
  ]) {
    assert.equal((await postForm(`${url}/check`, fields as Record<string, string>)).status, 200)
  }
  assert.equal((await fetch(`${url}/check`, { method: 'POST' })).status, 200)
  const json = await fetch(`${url}/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  assert.equal(json.status, 415)
  assert.doesNotMatch(lines.join(''), /3704|0532/)
  assert.match(lines.join(''), /"path":"\/check"/)
})

test('pages rendered per request are compressed and revalidated', async (t) => {
  const { url } = await startService(t)
  const response = await open(`${url}/banks/us-jpmorgan-chase-bank`)
  assert.equal(response.headers.get('cache-control'), 'public, max-age=300')
  const etag = response.headers.get('etag') ?? assert.fail('no ETag')
  const again = await fetch(response.url, { headers: { ...accept, 'If-None-Match': etag } })
  assert.equal(again.status, 304)
  const compressed = await fetch(`${url}/countries/ng`, { headers: { ...accept, 'Accept-Encoding': 'br' } })
  assert.equal(compressed.headers.get('content-encoding'), 'br')
  assert.match(await compressed.text(), /<\/html>\n$/)
})

test('robots.txt names the sitemap, which has every page, country and open bank once', async (t) => {
  const { url } = await startService(t)
  const robots = await (await fetch(`${url}/robots.txt`)).text()
  assert.match(robots, /^User-agent: \*\nDisallow: \/index\.php\nDisallow: \/mcp\n/)
  assert.ok(robots.includes(`Sitemap: ${url}/sitemap.xml`))
  const parser = new XMLParser()
  const read = async (address: string) => {
    const response = await fetch(address)
    assert.equal(response.status, 200, address)
    assert.match(response.headers.get('content-type') ?? '', /^application\/xml/)
    return parser.parse(await response.text())
  }
  const { sitemapindex } = (await read(`${url}/sitemap.xml`)) as {
    sitemapindex: { sitemap: { loc: string; lastmod: string }[] }
  }
  assert.match(sitemapindex.sitemap[0]?.lastmod ?? '', /^\d{4}-\d{2}-\d{2}$/)
  const pages: string[] = []
  for (const { loc } of sitemapindex.sitemap) {
    const { urlset } = (await read(loc)) as { urlset: { url: { loc: string } | { loc: string }[] } }
    pages.push(...[urlset.url].flat().map((entry) => entry.loc))
  }
  assert.equal(new Set(pages).size, pages.length)
  assert.ok(pages.every((page) => page.startsWith(`${url}/`)))
  for (const path of ['/', '/check', '/coverage', '/docs/1.0/', '/countries/ng', '/countries/eu', '/banks/ng-gtbank']) {
    assert.ok(pages.includes(`${url}${path}`), path)
  }
  const { countries } = (await (await fetch(`${url}/v1/supported-countries`)).json()) as {
    countries: { kind: string; bank_count: number }[]
  }
  const open = countries.filter(({ kind }) => kind === 'country').reduce((sum, { bank_count }) => sum + bank_count, 0)
  assert.equal(pages.filter((page) => page.includes('/banks/')).length, open)
  assert.equal((await fetch(`${url}/sitemaps/banks-xx.xml`)).status, 404)
})

test('with a path in BASE_URL, pages link below it and describe themselves at it', async (t) => {
  const { url } = await startService(t, { baseUrl: 'https://banks.example/lookup' })
  for (const path of ['/banks/ng-gtbank', '/countries/ng', '/?q=gtb', '/check']) {
    const page = await textOf(`${url}${path}`)
    for (const [, link] of page.matchAll(/\b(?:href|src|action)="(\/[^"]*)"/g))
      assert.match(link as string, /^\/lookup\//, path)
    assert.ok(page.includes(`<link rel="canonical" href="https://banks.example/lookup${path}">`), path)
    assert.ok(page.includes('https://banks.example/lookup/v1/'), `${path} has a request`)
  }
  assert.match(
    await (await fetch(`${url}/robots.txt`)).text(),
    /Disallow: \/lookup\/mcp\n.*Sitemap: https:\/\/banks\.example\/lookup\/sitemap\.xml/s,
  )
})

test('text in a search cannot become markup', async (t) => {
  const { url } = await startService(t)
  const text = '"><script>alert(1)</script>'
  const page = await textOf(`${url}/?q=${encodeURIComponent(text)}`)
  assert.doesNotMatch(page, /<script>alert/)
  const checked = await (await postForm(`${url}/check`, { identifier: text })).text()
  assert.doesNotMatch(checked, /<script>alert/)
})
