/** The frame of the documentation pages: contents, navigation, addresses and the search index. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { readDocuments } from '../../src/site/documentation/documentation-pages.ts'
import { startService } from '../support/services/service.ts'

const documents = readDocuments()
const pathOf = (slug: string): string => `/docs/1.0/${slug}`

const read = async (url: string): Promise<string> => {
  const response = await fetch(url)
  assert.equal(response.status, 200, url)
  return response.text()
}

test('pages show the revision that the service serves', async (t) => {
  const { url } = await startService(t)
  const { revision } = JSON.parse(await read(`${url}/readyz`))
  // One page also has the revision of a later day.
  const revisions = new RegExp(`${revision.split('.')[0]}\\.[0-9a-f]{8}`, 'g')
  for (const path of ['/docs/1.0/lookups', '/docs/1.0/lookups.md', '/docs/1.0/changes', '/docs/1.0/data'])
    assert.deepEqual([...new Set((await read(`${url}${path}`)).match(revisions))], [revision], path)
})

test('browsers draw a page only after its first table, whose columns depend on all rows', async (t) => {
  const { url } = await startService(t)
  let tables = 0
  for (const { slug } of documents) {
    const text = await read(`${url}${pathOf(slug)}`)
    const [, after] = /<div class="table.*?<\/table><\/div>(?:<i id="(.+?)" hidden>)?/s.exec(text) ?? []
    const [, awaited] = /<link rel="expect" href="#(.+?)" blocking="render">/.exec(text) ?? []
    assert.equal(awaited, after, slug)
    if (after) tables++
  }
  assert.ok(tables > 10, `${tables} pages with tables`)
})

test('the contents are grouped, start with the reference, and mark the current page', async (t) => {
  const { url } = await startService(t)
  const text = await read(`${url}/docs/1.0/lookups`)
  const navs = [...text.matchAll(/<nav class="contents-nav".*?<\/nav>/gs)].map(([nav]) => nav)
  // One for wide screens, and the same one folded for narrow ones.
  assert.equal(navs.length, 2)
  assert.equal(navs[0], navs[1])
  const [nav = ''] = navs
  assert.deepEqual(
    [...nav.matchAll(/<p>(.*?)<\/p>/g)].map(([, group]) => group),
    [...new Set(documents.map(({ group }) => group))],
  )
  const links = [...nav.matchAll(/href="(.*?)"/g)].map(([, href = '']) => href)
  // The sections of a page with examples are below its entry.
  const sections = links.filter((link) => link.startsWith('#'))
  assert.equal(links.indexOf(sections[0] ?? ''), links.indexOf(pathOf('lookups')) + 1)
  for (const section of sections) assert.ok(text.includes(`<h2 id="${section.slice(1)}">`), section)
  const pages = links.filter((link) => !link.startsWith('#'))
  assert.deepEqual(pages, [pathOf('reference'), ...documents.map(({ slug }) => pathOf(slug))])
  assert.deepEqual(nav.match(/href="[^"]*" aria-current="page"/g), ['href="/docs/1.0/lookups" aria-current="page"'])
})

test('every page links to the one before and the one after it, and to its Markdown', async (t) => {
  const { url } = await startService(t)
  const slugs = [...documents.map(({ slug }) => slug), 'reference']
  for (const [at, slug] of slugs.entries()) {
    const text = await read(url + pathOf(slug))
    const linked = (rel: string): string | undefined => new RegExp(`<a rel="${rel}" href="(.*?)"`).exec(text)?.[1]
    const [previous, next] = [slugs[at - 1], slugs[at + 1]]
    assert.equal(linked('prev'), previous === undefined ? undefined : pathOf(previous), slug)
    assert.equal(linked('next'), next === undefined ? undefined : pathOf(next), slug)
    if (slug !== 'reference')
      assert.ok(text.includes(`<a href="${pathOf(slug || 'index')}.md">This page as Markdown</a>`), slug)
  }
})

test('/docs shows the current version, whose address is canonical, and a menu of versions', async (t) => {
  const { url } = await startService(t)
  const [docs, first] = await Promise.all([read(`${url}/docs`), read(`${url}/docs/1.0/`)])
  assert.equal(docs, first)
  assert.ok(docs.includes(`<link rel="canonical" href="/docs/1.0/">`))
  assert.match(docs, /<details class="version-menu"><summary>Version 1\.0<\/summary>/)
  assert.doesNotMatch(await read(`${url}/sitemaps/pages.xml`), /\/docs<\/loc>/)
})

test('the examples of all pages have the base URL with its path, and no page has a mark in its place', async (t) => {
  const baseUrl = 'https://banks.example.com/api'
  const { url } = await startService(t, { baseUrl })
  for (const slug of [...documents.map((document) => document.slug), 'reference']) {
    const text = await read(url + pathOf(slug))
    const code = [...text.matchAll(/<pre\b.*?<\/pre>/gs)].map(([block]) => block).join('\n')
    assert.doesNotMatch(code, /localhost:8080/, slug)
    assert.doesNotMatch(text, /service\.invalid/, slug)
    for (const [, path = ''] of text.matchAll(/data-path="([^"]*)"/g)) assert.match(path, /^\/api\//, slug)
  }
  for (const path of ['/news/interface-1-0', '/news/feed.atom', '/news/feed.json']) {
    const text = await read(url + path)
    assert.ok(text.includes(`${baseUrl}/v1/banks`), path)
    assert.doesNotMatch(text, /service\.invalid|localhost:8080/, path)
  }
  assert.match(
    await read(`${url}/docs/1.0/lookups`),
    /curl.*https:\/\/banks\.example\.com\/api\/v1\/supported-countries\//,
  )
})

test('highlighting changes no character of an example', async (t) => {
  const { url } = await startService(t)
  const { markdown } = documents.find(({ slug }) => slug === 'search') ?? assert.fail()
  const text = await read(`${url}/docs/1.0/search`)
  const plain = text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll(/&quot;/g, '"')
    .replaceAll(/&#x27;|&#39;/g, "'")
    .replaceAll('&amp;', '&')
  const blocks = [...markdown.matchAll(/^```(?:sh|ts|python|php|go)\n(.*?)\n```$/gms)]
  assert.ok(blocks.length >= 5)
  for (const [, code = ''] of blocks) assert.ok(plain.includes(code), code)
  assert.match(text, /<span class="hl-keyword">/)
  assert.doesNotMatch(text, / style="/)
})

test('the script of the documentation is small', () => {
  const script = readFileSync(new URL('../../src/site/dist/documentation.js', import.meta.url))
  const bytes = brotliCompressSync(script).length
  assert.ok(bytes < 12_000, `${bytes} bytes`)
})
