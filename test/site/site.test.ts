import assert from 'node:assert/strict'
import { get } from 'node:http'
import { test } from 'node:test'
import { escapeText } from '../../src/site/html.ts'
import { startService } from '../support/services/service.ts'

/** The Accept header of Chromium for a page. */
const browser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8' }
const open = (url: string): Promise<Response> => fetch(url, { headers: browser })

/** There are thousands of pages of these kinds, so the crawler visits only the first that it finds. */
const sampledPages: [RegExp, number][] = [
  [/^\/banks\//, 30],
  [/^\/countries\/.*\?/, 10],
  [/^\/report\?/, 5],
  [/^\/\?/, 10],
  [/\?bank=/, 2],
  [/^\/v1\//, 100],
]

/** Fetches every page that is reachable from the start page, by path. */
async function crawl(url: string): Promise<Map<string, { status: number; type: string; text: string }>> {
  const pages = new Map<string, { status: number; type: string; text: string }>()
  const left = new Map(sampledPages)
  const isInSample = (path: string): boolean => {
    const kind = sampledPages.find(([pattern]) => pattern.test(path))?.[0]
    if (!kind) return true
    left.set(kind, (left.get(kind) ?? 0) - 1)
    return (left.get(kind) as number) >= 0
  }
  const queue = ['/', '/?q=access', '/countries/us?page=3', '/banks/us-jpmorgan-chase-bank', '/?q=0123456789']
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (pages.has(path) || !isInSample(path)) continue
    const response = await open(`${url}${path}`)
    const type = response.headers.get('content-type') ?? ''
    const text = await response.text()
    pages.set(path, { status: response.status, type, text })
    if (!type.startsWith('text/html')) continue
    for (const [, link] of text.matchAll(/\b(?:href|src)="([^"]+)"/g)) {
      const target = new URL((link as string).replaceAll('&amp;', '&'), `${url}${path}`)
      if (target.origin === url) queue.push(`${target.pathname}${target.search}`)
    }
  }
  return pages
}

test('every link of every page works, and every linked section exists', async (t) => {
  const { url } = await startService(t)
  const pages = await crawl(url)
  assert.ok(pages.size > 60, `${pages.size} pages`)
  for (const [path, { status, text, type }] of pages) {
    assert.equal(status, 200, path)
    if (!type.startsWith('text/html')) continue
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    assert.equal(new Set(ids).size, ids.length, `${path} has a duplicate id`)
    for (const [, link] of text.matchAll(/href="([^"]*#[^"]+)"/g)) {
      const target = new URL(link as string, `${url}${path}`)
      const page = pages.get(target.pathname)?.text ?? ''
      assert.ok(page.includes(` id="${decodeURIComponent(target.hash.slice(1))}"`), `${path}: ${link}`)
    }
  }
})

test('pages have metadata, load only their own files, do not contain the host of the request, and cannot be framed', async (t) => {
  const { url, port } = await startService(t)
  for (const [path, { type, text }] of await crawl(url)) {
    if (!type.startsWith('text/html')) continue
    assert.match(text, /^<!doctype html>\n<html lang="en"[^>]*>/, path)
    assert.match(text, /<title>[^<]+<\/title>/, path)
    assert.match(text, /<meta name="description" content="[^"]+">/, path)
    assert.match(text, /<link rel="alternate" type="application\/atom\+xml"[^>]+href="[^"]*\/news\/feed.atom">/, path)
    assert.match(text, /<link rel="alternate" type="application\/feed\+json"[^>]+href="[^"]*\/news\/feed.json">/, path)
    assert.equal(text.match(/<h1[ >]/g)?.length, 1, `${path} has one h1`)
    assert.doesNotMatch(text, new RegExp(`service\\.invalid|:${port}\\b`), path)
    for (const [, tag] of text.matchAll(/<(?:script|link(?! rel="canonical")|img|iframe|source)\b([^>]*)>/g)) {
      assert.doesNotMatch(tag as string, /(?:href|src)="(?:https?:)?\/\//, path)
    }
    // Browsers do not run JSON, so the policy allows it.
    const blocks = /<script type="application\/(?:ld\+)?json"(?: id="[\w-]+")?>([^<]*)<\/script>/g
    for (const [, json] of text.matchAll(blocks)) assert.doesNotThrow(() => JSON.parse(json as string), path)
    assert.doesNotMatch(text.replaceAll(blocks, ''), /<script(?![^>]* src=)|<style|\son\w+="|\sstyle="/, path)
    const { headers } = await open(`${url}${path}`)
    assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none';.*frame-ancestors 'none'/, path)
    assert.equal(headers.get('referrer-policy'), 'no-referrer', path)
  }
})

test('the root is a page for browsers and JSON for other clients', async (t) => {
  const { url } = await startService(t)
  const cases: [string | undefined, string][] = [
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
    ['application/json, text/plain, */*', 'application/json'],
    ['application/json, text/html;q=0.5', 'application/json'],
    ['text/html;q=0', 'application/json'],
    ['text/html', 'text/html'],
    [browser.Accept, 'text/html'],
  ]
  for (const [accept, type] of cases) {
    const response = await fetch(`${url}/`, { headers: accept === undefined ? {} : { Accept: accept } })
    assert.equal(response.status, 200)
    assert.match(response.headers.get('content-type') ?? '', new RegExp(`^${type}`), accept)
    assert.equal(response.headers.get('vary'), 'Accept, Accept-Encoding')
  }
})

test('assets are immutable at a URL with their digest; pages are revalidated', async (t) => {
  const { url } = await startService(t)
  const page = await open(`${url}/`)
  assert.equal(page.headers.get('cache-control'), 'public, max-age=300')
  const style = /href="([^"]+style\.css)"/.exec(await page.text())?.[1]
  const response = await fetch(`${url}${style}`)
  assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.match(response.headers.get('content-type') ?? '', /^text\/css/)
  const again = await fetch(`${url}/docs/1.0/`, { headers: { 'If-None-Match': '*' } })
  assert.equal(again.status, 304)
  // A page of another version gets the current asset, which is not immutable under the old URL.
  const other = await fetch(`${url}/assets/000000000000/style.css`)
  assert.equal(other.headers.get('cache-control'), 'public, max-age=300')
  assert.equal(await other.text(), await response.text())
  for (const path of ['/assets/000000000000/nothing.css', '/assets/x/style.css', '/assets/000000000000/..%2fsite.ts']) {
    assert.equal((await fetch(`${url}${path}`)).status, 404, path)
  }
})

test('an unknown URL is a page for browsers and a sentence for other clients', async (t) => {
  const { url } = await startService(t)
  for (const path of ['/nowhere', '/docs/1.0/nowhere', '/docs/9.9', '/news/nowhere', '/v1/banks?country=xx']) {
    const page = await open(`${url}${path}`)
    assert.equal(page.status, 404, path)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    assert.ok(page.headers.get('error-code'))
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
    const text = await page.text()
    const sentence = await (await fetch(`${url}${path}`)).text()
    assert.doesNotMatch(sentence, /</)
    assert.ok(text.includes(sentence.trim().replaceAll('&', '&amp;').replaceAll('"', '&quot;')), sentence)
  }
})

test('a library that accepts HTML among other types gets the plain sentence', async (t) => {
  const { url } = await startService(t)
  const accept = 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2'
  for (const path of ['/v1/banks', '/%76%31/banks']) {
    const response = await fetch(`${url}${path}?country=xx`, { headers: { Accept: accept } })
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain/, path)
  }
  const post = await fetch(`${url}/v1/banks`, { method: 'POST', headers: browser })
  assert.match(post.headers.get('content-type') ?? '', /^text\/plain/)
})

test('text in a URL cannot become markup', async (t) => {
  const { url } = await startService(t)
  const page = await open(`${url}/%3Cscript%3Ealert(1)%3C/script%3E`)
  const text = await page.text()
  assert.equal(page.status, 404)
  assert.doesNotMatch(text, /<script>alert/)
})

test('files with absolute URLs use the host of the request, which no cache may share, unless BASE_URL is set', async (t) => {
  const { url, port } = await startService(t)
  for (const [path, type] of [
    ['/news/feed.atom', 'application/atom+xml; charset=utf-8'],
    ['/news/feed.json', 'application/feed+json; charset=utf-8'],
    ['/sitemap.xml', 'application/xml; charset=utf-8'],
    ['/sitemaps/banks-us.xml', 'application/xml; charset=utf-8'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/llms.txt', 'text/plain; charset=utf-8'],
    ['/docs/1.0/lookups.md', 'text/markdown; charset=utf-8'],
  ] as const) {
    const response = await fetch(`${url}${path}`)
    assert.equal(response.headers.get('content-type'), type)
    assert.equal(response.headers.get('cache-control'), 'private, max-age=300')
    const text = await response.text()
    assert.ok(text.includes(`${url}/`), path)
    assert.equal(await getAs(port, path, 'banks.example'), text.replaceAll(url, 'http://banks.example'))
    const forged = await getAs(port, path, 'evil.example/"><script>')
    assert.doesNotMatch(forged, /evil\.example|service\.invalid/)
  }
  // An apostrophe and an ampersand are valid in the path of a URL.
  const baseUrl = "https://banks.example.com/lookup's&more"
  const published = await startService(t, { baseUrl })
  const feed = await fetch(`${published.url}/news/feed.json`)
  assert.equal(feed.headers.get('cache-control'), 'public, max-age=300')
  assert.equal(((await feed.json()) as { feed_url: string }).feed_url, `${baseUrl}/news/feed.json`)
  const atom = await (await fetch(`${published.url}/news/feed.atom`)).text()
  assert.ok(atom.includes(`<uri>${escapeText(baseUrl)}/</uri>`))
  assert.ok(!atom.includes(published.url))
})

/** `fetch` does not allow another Host header. */
function getAs(port: number, path: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ port, path, headers: { Host: host } }, (response) => {
      response.toArray().then((chunks) => resolve(Buffer.concat(chunks).toString()), reject)
    }).on('error', reject)
  })
}

test('with a path in BASE_URL, every link of a page starts with it', async (t) => {
  const { url } = await startService(t, { baseUrl: 'https://banks.example.com/lookup' })
  const forModels = await (await fetch(`${url}/llms.txt`)).text()
  for (const [, link] of forModels.matchAll(/\]\((\/[^)]*)\)/g)) assert.match(link as string, /^\/lookup\//)
  for (const path of [
    '/',
    '/coverage',
    '/docs',
    '/docs/1.0/',
    '/docs/1.0/lookups',
    '/docs/1.0/reference',
    '/news',
    '/nowhere',
  ]) {
    const text = await (await open(`${url}${path}`)).text()
    const links = [...text.matchAll(/\b(?:href|src)="(\/[^"]*)"/g)].map(([, link]) => link as string)
    assert.ok(links.length > 5)
    for (const link of links) assert.match(link, /^\/lookup\//, path)
  }
})

test('the coverage page has every country, linked to its page', async (t) => {
  const { url } = await startService(t)
  const text = await (await open(`${url}/coverage`)).text()
  const { countries } = (await (await fetch(`${url}/v1/supported-countries`)).json()) as {
    countries: { code: string; display_name: string; kind: string; bank_count: number }[]
  }
  for (const { code, display_name: name, bank_count } of countries.filter(({ kind }) => kind === 'country')) {
    const row = `<tr><th scope="row"><a href="/countries/${code.toLowerCase()}">${escapeText(name)}</a></th><td class="number" data-value="${bank_count}">${bank_count.toLocaleString('en')}</td>`
    assert.ok(text.includes(row), name)
  }
  for (const [bar] of text.matchAll(/<svg[^>]*>/g)) assert.match(bar, / aria-hidden="true"/)
  assert.match(text, />4,379<\/td>/)
})

test('the documentation serves the same OpenAPI document', async (t) => {
  const { url } = await startService(t)
  const [here, there] = await Promise.all(
    ['/openapi.json', '/docs/1.0/openapi.json'].map(async (path) => (await fetch(`${url}${path}`)).text()),
  )
  assert.equal(here, there)
})
