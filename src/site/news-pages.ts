/** The news pages: the list of all entries, and one page per entry. */
import { type Html, html, raw } from './html.ts'
import type { NewsEntry } from './news.ts'
import { type Frame, renderPage } from './page-layout.ts'

export function renderNews(frame: Frame, entries: readonly NewsEntry[]): string {
  const { base } = frame
  const main = html`<div class="prose"><h1>News</h1>
<p class="lead">New versions and data releases. Subscribe: <a href="${base}/news/feed.atom">Atom</a> or <a href="${base}/news/feed.json">JSON Feed</a>.</p>
${entries.map(
  (entry) =>
    html`<article class="news"><h2><a href="${base}/news/${entry.slug}">${entry.title}</a></h2>
${dateHtml(entry)}<p>${entry.summary}</p></article>
`,
)}</div>`
  const description = 'New versions and data releases of the Bank Lookup Service.'
  return renderPage(frame, { title: 'News · Bank Lookup', description, main, section: 'news' })
}

export function renderEntry(frame: Frame, entry: NewsEntry): string {
  const main = html`<article class="prose news"><h1>${entry.title}</h1>
${dateHtml(entry)}${raw(entry.html.replaceAll('href="/', `href="${frame.base}/`))}
<p><a href="${frame.base}/news">All news</a></p></article>`
  return renderPage(frame, { title: `${entry.title} · Bank Lookup`, description: entry.summary, main, section: 'news' })
}

const dateHtml = ({ published }: NewsEntry): Html =>
  html`<p><time datetime="${published}">${new Date(published).toLocaleDateString('en-GB', dateFormat)}</time></p>`

const dateFormat = { dateStyle: 'long', timeZone: 'UTC' } as const
