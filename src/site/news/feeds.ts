/** Renders the news as feeds, in Atom (RFC 4287) and JSON Feed 1.1. */
import { addressMark } from '../documentation/addresses.ts'
import { escapeText } from '../html.ts'
import { type NewsEntry, tagUri } from './news.ts'

const feed = {
  title: 'Bank Lookup news',
  description: 'New versions and data releases.',
  author: 'Bank Lookup',
  language: 'en',
}

/** Part of the permanent id of the feed, and the update time of a feed that has no entries. */
const firstDay = '2026-11-15'

/** Feeds contain absolute URLs, which start with `addressMark`. */
export function atomFeed(entries: readonly NewsEntry[]): string {
  const updated = entries.reduce(
    (latest, entry) => (entry.updated > latest ? entry.updated : latest),
    `${firstDay}T00:00:00Z`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">
<id>${xml(tagUri(firstDay, 'news'))}</id>
<title>${xml(feed.title)}</title>
<subtitle>${xml(feed.description)}</subtitle>
<updated>${xml(updated)}</updated>
<author><name>${xml(feed.author)}</name><uri>${addressMark}/</uri></author>
<link rel="self" type="application/atom+xml" href="${addressMark}/news/feed.atom"/>
<link rel="alternate" type="text/html" href="${addressMark}/news"/>
${entries.map(atomEntry).join('')}</feed>
`
}

const atomEntry = (entry: NewsEntry): string => `<entry>
<id>${xml(entry.id)}</id>
<title>${xml(entry.title)}</title>
<published>${xml(entry.published)}</published>
<updated>${xml(entry.updated)}</updated>
<link rel="alternate" type="text/html" href="${xml(urlOf(entry))}"/>
<summary>${xml(entry.summary)}</summary>
<content type="html">${xml(withAbsoluteLinks(entry))}</content>
</entry>
`

export function jsonFeed(entries: readonly NewsEntry[]): string {
  const document = {
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: `${addressMark}/news`,
    feed_url: `${addressMark}/news/feed.json`,
    description: feed.description,
    language: feed.language,
    authors: [{ name: feed.author, url: `${addressMark}/` }],
    items: entries.map((entry) => ({
      id: entry.id,
      url: urlOf(entry),
      title: entry.title,
      summary: entry.summary,
      content_html: withAbsoluteLinks(entry),
      date_published: entry.published,
      date_modified: entry.updated,
    })),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

const urlOf = ({ slug }: NewsEntry): string => `${addressMark}/news/${slug}`

/** Makes links that start with `/` or `#` absolute, because they do not work outside our pages. */
function withAbsoluteLinks(entry: NewsEntry): string {
  return entry.html.replaceAll(/<[a-z][^<>]*>/gi, (tag) =>
    tag.replaceAll(/(\s(?:href|src)=")(\/(?!\/)|#)/gi, (_, attribute, first) => {
      const target = first === '#' ? urlOf(entry) : addressMark
      return `${attribute}${escapeText(target)}${first}`
    }),
  )
}

/**
 * Escapes text for XML. Replaces characters that XML 1.0 forbids, because a single one makes parsers reject the whole
 * feed. Writes a carriage return as a character reference, because parsers read a literal one as a line feed.
 */
const xml = (text: string): string => escapeText(text.replaceAll(notXml, '\uFFFD')).replaceAll('\r', '&#13;')

const notXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
