/** The frame of a documentation page: contents, sections of the page, links to the pages before and after it. */
import { type Html, html } from '../html.ts'
import { type Frame, renderPage } from '../pages/page-layout.ts'
import { addressOf, version } from './addresses.ts'
import type { PageSection } from './markdown.ts'

/** An entry of the contents. */
export interface Entry {
  /** Last segment of the URL; empty for the first page. */
  slug: string
  title: string
  /** Entries without a group come first. */
  group?: string
}

export interface DocumentContent {
  entry: Entry
  /** The pages before and after it, if they are not those of the contents. */
  siblings?: readonly Entry[]
  /** For search engines, and the lead of the page unless there is another one. */
  description: string
  lead?: Html
  introduction?: Html
  body: Html
  sections: PageSection[]
  /** Whether examples are shown next to the text on wide screens. The contents then have the sections too. */
  hasSideColumn: boolean
  /** The path of the page as Markdown. */
  markdown?: string
  drawnAfter?: string | undefined
}

export function renderDocumentPage(frame: Frame, entries: readonly Entry[], content: DocumentContent): string {
  const { entry, description, markdown, drawnAfter } = content
  return renderPage(frame, {
    title: `${entry.title} · Bank Lookup ${version}`,
    description,
    main: documentMain(frame, entries, content),
    section: 'documentation',
    path: addressOf(entry.slug),
    ...(markdown !== undefined && { markdown }),
    script: 'documentation.js',
    headerTools: searchButton(frame),
    firstPaintScript: 'first-paint.js',
    drawnAfter,
  })
}

function documentMain(frame: Frame, entries: readonly Entry[], content: DocumentContent): Html {
  const { entry, siblings = entries, description, lead = description, introduction, body } = content
  const { sections, hasSideColumn, markdown } = content
  const contents = contentsNav(frame, entries, entry, hasSideColumn ? sections : [])
  const columns = hasSideColumn ? ' document-sides' : ''
  return html`<div class="document${columns}">
<div class="contents-bar">
<details class="contents-menu"><summary>Contents</summary>${contents}</details>
${searchButton(frame)}
</div>
<div class="contents" id="contents">
${versionMenu(frame)}
${contents}
</div>
<article class="prose">
<div class="document-head text"><h1>${entry.title}</h1>
<p class="lead">${lead}</p>
${introduction}
${markdown && html`<p class="as-markdown"><a href="${frame.base}${markdown}">This page as Markdown</a></p>`}</div>
${onThisPage(sections)}
<div class="document-body">
${body}
</div>
${previousAndNext(frame, siblings, entry)}
</article>
<p id="announcement" class="visually-hidden" role="status"></p>
</div>`
}

function contentsNav({ base }: Frame, entries: readonly Entry[], current: Entry, nested: PageSection[]): Html {
  const link = ({ slug, title }: Entry): Html =>
    current.slug.startsWith(`${slug}/`)
      ? html`<li><a href="${base}${addressOf(slug)}" aria-current="true">${title}</a></li>`
      : slug === current.slug
        ? html`<li><a href="${base}${addressOf(slug)}" aria-current="page">${title}</a>${nested.length > 0 ? sectionLinks(nested) : undefined}</li>`
        : html`<li><a href="${base}${addressOf(slug)}">${title}</a></li>`
  const groups = [...Map.groupBy(entries, ({ group }) => group ?? '')].sort(
    ([a], [b]) => Number(a !== '') - Number(b !== ''),
  )
  return html`<nav class="contents-nav" aria-label="Documentation">${groups.map(
    ([group, members]) => html`${group && html`<p>${group}</p>`}<ul>${members.map(link)}</ul>`,
  )}</nav>`
}

const versionMenu = ({ base }: Frame): Html =>
  html`<details class="version-menu"><summary>Version ${version}</summary><ul>
<li><a href="${base}${addressOf('')}">Version ${version}, the current version</a></li>
<li><a href="${base}${addressOf('versions')}">What changes between versions</a></li>
</ul></details>`

/** Opens the search dialog. Without JavaScript, a link to the contents takes its place. */
const searchButton = ({ base }: Frame): Html =>
  html`<button type="button" class="search-button script-only" data-search="${base}${addressOf('search-index.json')}" aria-haspopup="dialog">Search the docs <kbd>/</kbd></button><noscript><a class="search-button" href="${base}${addressOf('')}">Contents</a></noscript>`

const onThisPage = (sections: PageSection[]): Html | undefined =>
  sections.length < 2
    ? undefined
    : html`<div class="on-page" id="on-page"><nav aria-labelledby="on-page-title"><p id="on-page-title">On this page</p>${sectionLinks(sections)}</nav></div>`

const sectionLinks = (sections: PageSection[]): Html =>
  html`<ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>`

function previousAndNext({ base }: Frame, entries: readonly Entry[], current: Entry): Html {
  const at = entries.findIndex(({ slug }) => slug === current.slug)
  const link = (entry: Entry | undefined, rel: 'prev' | 'next', label: string): Html | undefined =>
    entry && html`<a rel="${rel}" href="${base}${addressOf(entry.slug)}"><span>${label}</span>${entry.title}</a>`
  return html`<nav class="previous-next" aria-label="Previous and next page">${link(entries[at - 1], 'prev', 'Previous')}${link(entries[at + 1], 'next', 'Next')}</nav>`
}
