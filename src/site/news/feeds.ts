/** Renders feeds, such as that of the news, in Atom (RFC 4287) and JSON Feed 1.1. */
import { addressMark } from '../documentation/addresses.ts'
import { escapeText } from '../html.ts'
import { type NewsEntry, tagUri } from './news.ts'

/** What a feed is about, and where it is. */
export interface Feed {
  title: string
  description: string
  /** Path of the page that the feed is about. The feeds are below it. */
  path: string
  entries: readonly FeedEntry[]
}

export interface FeedEntry extends Omit<NewsEntry, 'slug' | 'revision'> {
  /** Path of the page with the entry. */
  path: string
}

export const newsFeed = (entries: readonly NewsEntry[]): Feed => ({
  title: 'Bank Lookup news',
  description: 'New versions and data releases.',
  path: '/news',
  entries: entries.map((entry) => ({ ...entry, path: `/news/${entry.slug}` })),
})

const author = 'Bank Lookup'
const language = 'en'

/** Part of the permanent id of a feed, and the update time of a feed that has no entries. */
const firstDay = '2026-11-15'

/** Feeds contain absolute URLs, which start with `addressMark`. */
export function atomFeed({ title, description, path, entries }: Feed): string {
  const updated = entries.reduce(
    (latest, entry) => (entry.updated > latest ? entry.updated : latest),
    `${firstDay}T00:00:00Z`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>${xml(tagUri(firstDay, path.slice(1)))}</id>
<title>${xml(title)}</title>
<subtitle>${xml(description)}</subtitle>
<updated>${xml(updated)}</updated>
<author><name>${xml(author)}</name><uri>${addressMark}/</uri></author>
<link rel="self" type="application/atom+xml" href="${xml(addressMark + path)}/feed.atom"/>
<link rel="alternate" type="text/html" href="${xml(addressMark + path)}"/>
${entries.map(atomEntry).join('')}</feed>
`
}

const atomEntry = (entry: FeedEntry): string => `<entry>
<id>${xml(entry.id)}</id>
<title>${xml(entry.title)}</title>
<published>${xml(entry.published)}</published>
<updated>${xml(entry.updated)}</updated>
<link rel="alternate" type="text/html" href="${xml(urlOf(entry))}"/>
<summary>${xml(entry.summary)}</summary>
<content type="html">${xml(withAbsoluteLinks(entry))}</content>
</entry>
`

export function jsonFeed({ title, description, path, entries }: Feed): string {
  const document = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: addressMark + path,
    feed_url: `${addressMark}${path}/feed.json`,
    description,
    language,
    authors: [{ name: author, url: `${addressMark}/` }],
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

const urlOf = ({ path }: FeedEntry): string => addressMark + path

/** Makes links that start with `/` or `#` absolute, because they do not work outside our pages. */
function withAbsoluteLinks(entry: FeedEntry): string {
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
