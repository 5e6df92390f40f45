import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { marked } from 'marked'
import { isJsonFeed, moment } from '../../../test/support/json-feed.ts'
import { addressMark } from '../documentation/addresses.ts'
import { newsFeed, atomFeed as renderAtom, jsonFeed as renderJson } from './feeds.ts'
import { type NewsEntry, readNews } from './news.ts'

const base = addressMark
const atomFeed = (entries: readonly NewsEntry[]): string => renderAtom(newsFeed(entries))
const jsonFeed = (entries: readonly NewsEntry[]): string => renderJson(newsFeed(entries))
const published = readNews(fileURLToPath(new URL('../../../news', import.meta.url)), (markdown) =>
  marked.parse(markdown, { async: false }),
)

const entry = (more: Partial<NewsEntry> = {}): NewsEntry => ({
  slug: 'a',
  id: 'tag:bank-lookup.example,2026-12-01:news/a',
  title: 'A & <b>',
  summary: 'Not <i>HTML</i> & no "entity": &amp;',
  revision: undefined,
  published: '2026-12-01T10:00:00Z',
  updated: '2026-12-02T10:00:00Z',
  html: '<p>See <a href="/docs/1.0/">the &amp; docs</a>.</p>\n',
  ...more,
})

test('a feed parser reads every field of the Atom feed', () => {
  const older = entry({ slug: 'b', id: 'tag:b', title: 'B', updated: '2027-01-01T00:00:00Z' })
  assert.deepEqual(parseAtomFeed(atomFeed([entry(), older])), {
    xml: { lang: 'en' },
    id: 'tag:bank-lookup.example,2026-11-15:news',
    title: { value: 'Bank Lookup news' },
    subtitle: { value: 'New versions and data releases.' },
    updated: '2027-01-01T00:00:00Z',
    authors: [{ name: 'Bank Lookup', uri: `${base}/` }],
    links: [
      { rel: 'self', type: 'application/atom+xml', href: `${base}/news/feed.atom` },
      { rel: 'alternate', type: 'text/html', href: `${base}/news` },
    ],
    entries: [
      { slug: 'a', id: entry().id, title: entry().title, updated: '2026-12-02T10:00:00Z' },
      { slug: 'b', id: 'tag:b', title: 'B', updated: '2027-01-01T00:00:00Z' },
    ].map(({ slug, id, title, updated }) => ({
      id,
      title: { value: title },
      published: '2026-12-01T10:00:00Z',
      updated,
      links: [{ rel: 'alternate', type: 'text/html', href: `${base}/news/${slug}` }],
      summary: { value: entry().summary },
      content: { type: 'html', value: `<p>See <a href="${base}/docs/1.0/">the &amp; docs</a>.</p>` },
    })),
  })
})

test('a feed parser reads every field of the JSON feed', () => {
  assert.deepEqual(parseJsonFeed(jsonFeed([entry()])), {
    title: 'Bank Lookup news',
    home_page_url: `${base}/news`,
    feed_url: `${base}/news/feed.json`,
    description: 'New versions and data releases.',
    language: 'en',
    authors: [{ name: 'Bank Lookup', url: `${base}/` }],
    items: [
      {
        id: entry().id,
        url: `${base}/news/a`,
        title: entry().title,
        summary: entry().summary,
        content_html: `<p>See <a href="${base}/docs/1.0/">the &amp; docs</a>.</p>`,
        date_published: '2026-12-01T10:00:00Z',
        date_modified: '2026-12-02T10:00:00Z',
      },
    ],
  })
})

type Element = Record<string, Element[]> & { '#text'?: string } & Record<`@${string}`, string>

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  trimValues: false,
  parseTagValue: false,
  alwaysCreateTextNode: true,
  isArray: (_name, _path, _leaf, isAttribute) => !isAttribute,
})

const notXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** Stricter than the parser: allows only the character references that XML has without a DTD. */
function parseStrictly(document: string): Element {
  assert.equal(XMLValidator.validate(document), true)
  assert.equal(document.match(notXml), null)
  assert.equal(document.match(/&(?!(amp|lt|gt|quot|apos|#13|#39);)/), null)
  return (parser.parse(document) as { feed: Element[] }).feed[0] as Element
}

const absolute = /^[a-z][a-z0-9+.-]*:\S+$/

/** The rules of RFC 4287 that our feed could break. */
function checkAtom(document: string): void {
  const feed = parseStrictly(document)
  assert.equal(feed['@xmlns'], 'http://www.w3.org/2005/Atom')
  const once = (element: Element, name: string): string => {
    assert.equal(element[name]?.length, 1, `exactly one ${name}`)
    const text = (element[name] as Element[])[0]?.['#text'] ?? ''
    assert.notEqual(text.trim(), '', `${name} is not empty`)
    return text
  }
  const checkCommon = (element: Element): string => {
    once(element, 'title')
    assert.match(once(element, 'updated'), moment)
    const links = element.link as Element[]
    for (const link of links) assert.match(link['@href'] as string, absolute)
    assert.equal(links.filter((link) => link['@rel'] === 'alternate').length, 1)
    const id = once(element, 'id')
    assert.match(id, absolute)
    return id
  }
  const entries = feed.entry ?? []
  const ids = [feed, ...entries].map(checkCommon)
  assert.equal(new Set(ids).size, ids.length, 'ids are unique')
  once((feed.author as Element[])[0] as Element, 'name')
  assert.match(once((feed.author as Element[])[0] as Element, 'uri'), absolute)
  assert.equal(feed.link?.filter((link) => link['@rel'] === 'self').length, 1)
  for (const element of entries) {
    assert.match(once(element, 'published'), moment)
    once(element, 'summary')
    const html = once(element, 'content')
    assert.equal(element.content?.[0]?.['@type'], 'html')
    for (const [, target] of html.matchAll(/\s(?:href|src)="([^"]*)"/g)) assert.match(target as string, absolute)
  }
}

test('the Atom feed of the published news conforms to RFC 4287', () => {
  assert.equal(parseAtomFeed(atomFeed(published)).entries?.length, published.length)
  checkAtom(atomFeed(published))
  checkAtom(atomFeed([]))
})

test('the RFC 4287 check finds violations', () => {
  const feed = atomFeed([entry()])
  checkAtom(feed)
  const wrong: [from: string | RegExp, to: string][] = [
    [/<updated>.*?<\/updated>/, ''],
    [/<title>.*?<\/title>/, '<title></title>'],
    [/(<id>.*?<\/id>)/, '$1$1'],
    ['2026-12-02T10:00:00Z', '2 December 2026'],
    [entry().id, 'tag:bank-lookup.example,2026-11-15:news'],
    [entry().id, 'news/a'],
    [`href="${base}/news/a"`, 'href="/news/a"'],
    [`&quot;${base}/docs/`, '&quot;/docs/'],
    ['type="html"', 'type="text"'],
    ['rel="self"', 'rel="alternate"'],
    ['</entry>', ''],
    ['&amp;', '&'],
    ['&amp;', '&nbsp;'],
    ['See', '\u000b'],
    ['http://www.w3.org/2005/Atom', 'http://purl.org/atom/ns#'],
  ]
  for (const [from, to] of wrong) {
    assert.notEqual(feed.replace(from, to), feed, String(from))
    assert.throws(() => checkAtom(feed.replace(from, to)), `${from} -> ${to}`)
  }
})

test('the JSON feed of the published news conforms to JSON Feed 1.1 and has unique ids', () => {
  assert.ok(isJsonFeed(JSON.parse(jsonFeed(published))), JSON.stringify(isJsonFeed.errors))
  const ids = parseJsonFeed(jsonFeed(published)).items?.map(({ id }) => id)
  assert.equal(new Set(ids).size, published.length)
  assert.ok(isJsonFeed(JSON.parse(jsonFeed([]))))
})

test('the JSON Feed schema finds violations', () => {
  const feed = jsonFeed([entry()])
  assert.ok(isJsonFeed(JSON.parse(feed)))
  const wrong: [from: string | RegExp, to: string][] = [
    ['version/1.1', 'version/1'],
    ['"title"', '"titel"'],
    ['"content_html"', '"_content"'],
    [/"id": ".*?"/, '"id": 1'],
    [`"${base}/news/feed.json"`, '"/news/feed.json"'],
    ['2026-12-01T10:00:00Z', '2026-12-01'],
    [/"name": .*?,/, '"email": "a@b.example",'],
    ['"language": "en"', '"language": null'],
  ]
  for (const [from, to] of wrong) {
    assert.notEqual(feed.replace(from, to), feed, String(from))
    assert.ok(!isJsonFeed(JSON.parse(feed.replace(from, to))), `${from} -> ${to}`)
  }
})

test('any text survives both feeds, except characters that XML forbids and spaces that parsers trim', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom(...'&<>"\';#x/!-[]CDATA \r\n\t\0\u000b\u0085\u2028\uFFFE\uFFFF\uD800\uDFFF😀aé'),
    }),
    fc.constantFrom(
      '&amp;lt;',
      ']]>',
      '<!-- a -->',
      '<![CDATA[a]]>',
      '</title>',
      '&copy;',
      '&#0;',
      '1.0',
      '0x10',
      'true',
    ),
  )
  const shown = (value: string) => ({ value: value.replace(notXml, '\uFFFD').trim() })
  fc.assert(
    fc.property(anyText, anyText, anyText, (title, summary, html) => {
      const written = entry({ title: `a${title}`, summary: `b${summary}`, html: `c${html}` })
      const document = atomFeed([written])
      parseStrictly(document)
      const [read] = parseAtomFeed(document).entries ?? []
      assert.deepEqual(read?.title, shown(written.title))
      assert.deepEqual(read?.summary, shown(written.summary))
      assert.deepEqual(read?.content, { type: 'html', ...shown(written.html) })
      const [item] = JSON.parse(jsonFeed([written])).items
      assert.deepEqual([item.title, item.summary, item.content_html], [written.title, written.summary, written.html])
    }),
    { numRuns: 500 },
  )
})

test('links to our pages become absolute; other links and link-like text stay unchanged', () => {
  const html = [
    ['<a class="b" href="/">', `<a class="b" href="${base}/">`],
    ['<img alt="" src="/a.png">', `<img alt="" src="${base}/a.png">`],
    ['<a href="#part">', `<a href="${base}/news/a#part">`],
    ['<a href="https://a.example/b">', '<a href="https://a.example/b">'],
    ['<a href="//a.example/b">', '<a href="//a.example/b">'],
    ['<code>&lt;a href="/b"&gt;</code>', '<code>&lt;a href="/b"&gt;</code>'],
  ]
  for (const [before, after] of html) {
    assert.equal(JSON.parse(jsonFeed([entry({ html: before as string })])).items[0].content_html, after)
  }
})

test('the newest entry comes first in both feeds', () => {
  const atom = parseAtomFeed(atomFeed(published)).entries?.map((one) => one.published as string) ?? []
  const json = parseJsonFeed(jsonFeed(published)).items?.map((one) => one.date_published as string) ?? []
  assert.deepEqual(atom, json)
  assert.deepEqual(atom, atom.toSorted().reverse())
  assert.ok(atom.length >= 2)
})
