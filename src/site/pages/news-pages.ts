/** The news pages: the list of all entries by day, and one page per entry. */
import { insertAddressIntoPage } from '../documentation/addresses.ts'
import { type Html, html, raw } from '../html.ts'
import type { NewsEntry } from '../news/news.ts'
import { changesPath } from '../views/page-paths.ts'
import { type Frame, renderPage } from './page-layout.ts'

export function renderNews(frame: Frame, entries: readonly NewsEntry[]): string {
  const { base } = frame
  const days = [...Map.groupBy(entries, dayOf)]
  const main = html`<div class="prose"><h1>News</h1>
<p class="lead">New versions and data releases. <a href="${changesPath(frame)}">Changes</a> has what changed in the data, by country. Subscribe: <a href="${base}/news/feed.atom">Atom</a> or <a href="${base}/news/feed.json">JSON Feed</a>.</p>
${days.map(
  ([day, ofDay]) => html`<section class="news-day"><h2><time datetime="${day}">${longDate(day)}</time></h2>
${ofDay.map((entry) => itemHtml(frame, entry))}</section>
`,
)}</div>`
  const description = 'New versions and data releases of the Bank Lookup Service.'
  return renderPage(frame, { title: 'News · Bank Lookup', description, main, section: 'news', path: '/news' })
}

const itemHtml = ({ base }: Frame, entry: NewsEntry): Html =>
  html`<article class="news"><h3><a href="${base}/news/${entry.slug}">${entry.title}</a></h3>
<p>${entry.summary}</p>
${revisionHtml(entry)}</article>
`

export function renderEntry(frame: Frame, entry: NewsEntry): string {
  const day = dayOf(entry)
  const main = html`<article class="prose news"><h1>${entry.title}</h1>
<p class="news-date"><time datetime="${day}">${longDate(day)}</time></p>
${raw(insertAddressIntoPage(entry.html, frame.publicUrl).replaceAll('href="/', `href="${frame.base}/`))}
<p><a href="${frame.base}/news">All news</a></p></article>`
  return renderPage(frame, {
    title: `${entry.title} · Bank Lookup`,
    description: entry.summary,
    main,
    section: 'news',
    path: `/news/${entry.slug}`,
    firstPaintScript: 'first-paint.js',
  })
}

const revisionHtml = ({ revision }: NewsEntry): Html | undefined =>
  revision === undefined ? undefined : html`<p class="news-revision">Data revision <code>${revision}</code></p>\n`

const dayOf = ({ published }: NewsEntry): string => published.slice(0, 10)

const longDate = (day: string): string =>
  new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
