/** The documentation pages, rendered from the Markdown in `docs/site/<version>/`. */
import { readdirSync, readFileSync } from 'node:fs'
import { liveExamples } from './elements/live-examples.ts'
import { readFrontMatter } from './front-matter.ts'
import { html, raw } from './html.ts'
import { renderMarkdown } from './markdown.ts'
import { type Frame, renderPage } from './page-layout.ts'
import type { TableRenderer } from './tables.ts'

export interface Document {
  /** Last segment of the URL; empty for the first page. */
  slug: string
  title: string
  summary: string
  order: number
  markdown: string
}

export const version = '1.0'

const folder = new URL(`../../docs/site/${version}/`, import.meta.url)

export function readDocuments(): Document[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readDocument(name))
    .sort((a, b) => a.order - b.order)
}

function readDocument(name: string): Document {
  const { fields, text } = readFrontMatter(readFileSync(new URL(name, folder), 'utf8'))
  const { title, summary, order } = fields
  if (!title || !summary || !Number.isInteger(Number(order ?? undefined)))
    throw new Error(`docs/site/${version}/${name} needs a title, a summary and an integer order in its front matter`)
  return {
    slug: name === 'index.md' ? '' : name.slice(0, -'.md'.length),
    title,
    summary,
    order: Number(order),
    markdown: text,
  }
}

export const addressOf = (slug: string): string => `/docs/${version}/${slug}`

/** The address of a page as Markdown. */
export const markdownAddressOf = (slug: string): string => `${addressOf(slug || 'index')}.md`

export interface Contents {
  slug: string
  title: string
}

export function renderDocument(
  frame: Frame,
  { slug, title, summary, markdown }: Document,
  contents: Contents[],
  tables: Record<string, TableRenderer>,
): string {
  const text = insertTables(markdown, { ...tables, ...liveExamples(frame.base) })
  const { html: body, sections } = renderMarkdown(text, frame.base)
  const main = documentMain(
    frame,
    { slug, title },
    contents,
    sections,
    html`<p class="lead">${summary}</p>${raw(body)}`,
  )
  return renderPage(frame, {
    title: `${title} · Bank Lookup ${version}`,
    description: summary,
    main,
    section: 'documentation',
    markdown: markdownAddressOf(slug),
  })
}

/** Returns the page as Markdown for programs, with links to the Markdown of the other pages. */
export function documentMarkdown(
  base: string,
  { title, summary, markdown }: Document,
  tables: Record<string, TableRenderer>,
): string {
  const examples = Object.keys(liveExamples(base)).map((name) => [name, () => ''])
  const text = insertTables(markdown, { ...tables, ...Object.fromEntries(examples) })
  return `# ${title}\n\n${summary}\n\n${linkMarkdown(text, base)}`
}

/** Prepends `base` to the links within the site, and lets links to pages of the documentation lead to their Markdown. */
export const linkMarkdown = (text: string, base: string): string =>
  text.replaceAll(/\]\((\/[^)#]*)/g, (_, path: string) => {
    const slug = path.startsWith(addressOf('')) ? path.slice(addressOf('').length) : undefined
    const isPage = slug !== undefined && !slug.includes('.') && slug !== 'reference'
    return `](${base}${isPage ? markdownAddressOf(slug) : path}`
  })

function insertTables(markdown: string, tables: Record<string, TableRenderer>): string {
  return markdown.replaceAll(/^\{\{(\w+)\}\}$/gm, (line, name: string) => {
    const renderTable = tables[name]
    if (!renderTable) throw new Error(`docs/site/${version}: there is no table for ${line}`)
    return renderTable()
  })
}

/** Renders the main part of a documentation page, with navigation. `sections` are the headings of this page. */
export function documentMain(
  { base }: Frame,
  { slug, title }: Contents,
  contents: Contents[],
  sections: { id: string; title: string }[],
  body: ReturnType<typeof html>,
): ReturnType<typeof html> {
  const sectionList = html`<ul>${sections.map(({ id, title: sectionTitle }) => html`<li><a href="#${id}">${sectionTitle}</a></li>`)}</ul>`
  const links = contents.map((page) => {
    const isCurrent = page.slug === slug
    const current = isCurrent ? html` aria-current="page"` : undefined
    const link = html`<a href="${base}${addressOf(page.slug)}"${current}>${page.title}</a>`
    return html`<li>${link}${isCurrent && sections.length > 0 ? sectionList : undefined}</li>`
  })
  return html`<div class="document">
<nav class="contents" aria-label="Documentation"><p>Version ${version}</p><ul>${links}</ul></nav>
<article class="prose"><h1>${title}</h1>
${body}</article>
</div>`
}

/** Renders the page that lists the versions of the documentation. */
export function renderVersions(frame: Frame): string {
  const main = html`<article class="prose"><h1>Documentation</h1>
<p class="lead">Each version of the documentation keeps its URL.</p>
<ul><li><a href="${frame.base}${addressOf('')}">Version ${version}</a>: the Bank Lookup Service Interface ${version} and the extensions of this service</li></ul>
</article>`
  const description = 'Documentation for the Bank Lookup Service, by version.'
  return renderPage(frame, { title: 'Documentation · Bank Lookup', description, main, section: 'documentation' })
}
