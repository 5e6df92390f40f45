/** The news for people: all entries on one page, and each on its own. */
import { type Html, html, raw } from './html.ts'
import type { NewsEntry } from './news.ts'
import { type Frame, renderPage } from './page.ts'

export function renderNews(frame: Frame, entries: readonly NewsEntry[]): string {
  const { base } = frame
  const main = html`<div class="prose"><h1>News</h1>
<p class="lead">New versions and releases of the data. Readers take it as <a href="${base}/news/feed.atom">Atom</a> or <a href="${base}/news/feed.json">JSON Feed</a>.</p>
${entries.map(
  (entry) =>
    html`<article class="news"><h2><a href="${base}/news/${entry.slug}">${entry.title}</a></h2>
${dateHtml(entry)}<p>${entry.summary}</p></article>
`,
)}</div>`
  const description = 'New versions of the Bank Lookup Service and releases of its data.'
  return renderPage(frame, { title: 'News · Bank Lookup', description, main, room: 'news' })
}

export function renderEntry(frame: Frame, entry: NewsEntry): string {
  const main = html`<article class="prose news"><h1>${entry.title}</h1>
${dateHtml(entry)}${raw(entry.html.replaceAll('href="/', `href="${frame.base}/`))}
<p><a href="${frame.base}/news">All news</a></p></article>`
  return renderPage(frame, { title: `${entry.title} · Bank Lookup`, description: entry.summary, main, room: 'news' })
}

const dateHtml = ({ published }: NewsEntry): Html =>
  html`<p><time datetime="${published}">${written.format(new Date(published))}</time></p>`

const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
