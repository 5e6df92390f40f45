/** The documentation pages, rendered from the Markdown in `docs/site/<version>/`. */
import { readdirSync, readFileSync } from 'node:fs'
import { html, raw } from '../html.ts'
import type { Frame } from '../pages/page-layout.ts'
import {
  addressMark,
  addressOf,
  insertAddressIntoPage,
  markdownAddressOf,
  version,
  withPublicUrl,
  withRevision,
} from './addresses.ts'
import { type Entry, renderDocumentPage } from './document-layout.ts'
import { readFrontMatter } from './front-matter.ts'
import { type Rendered, renderMarkdown } from './markdown.ts'
import type { TableRenderer } from './tables.ts'

export interface Document extends Entry {
  group: string
  summary: string
  order: number
  markdown: string
}

const folder = new URL(`../../../docs/site/${version}/`, import.meta.url)

export function readDocuments(): Document[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readDocument(name))
    .sort((a, b) => a.order - b.order)
}

function readDocument(name: string): Document {
  const { fields, text } = readFrontMatter(readFileSync(new URL(name, folder), 'utf8'))
  const { title, group, summary, order } = fields
  if (!title || !group || !summary || !Number.isInteger(Number(order ?? undefined)))
    throw new Error(
      `docs/site/${version}/${name} needs a title, a group, a summary and an integer order in its front matter`,
    )
  return {
    slug: name === 'index.md' ? '' : name.slice(0, -'.md'.length),
    title,
    group,
    summary,
    order: Number(order),
    markdown: text,
  }
}

/** Renders the text of a page. The tables and the highlighting take long, so it is rendered once. */
export function createBodyRenderer(
  { markdown }: Document,
  { base, revision, tables }: { base: string; revision: string; tables: Record<string, TableRenderer> },
): () => Rendered {
  let rendered: Rendered | undefined
  return () => {
    if (!rendered) {
      const page = withRevision(withPublicUrl(markdown, addressMark), () => revision)
      const text = insertTables(page, { ...tables, ...liveExamples(base) })
      rendered = renderMarkdown(text, { base, revision, address: addressMark })
    }
    return rendered
  }
}

/**
 * The first table of a page may be in sight at once. It must be complete before the page is drawn: with each further row
 * that arrives, its columns could change their width, and the text would move. The mark is an element after the table,
 * because Chromium may draw an element that it waits for before the element is complete.
 */
const firstTableEnd = 'first-table-end'
const wholeTable = /<div class="table.*?<\/table><\/div>/s
const markFirstTable = (text: string): string =>
  text.replace(wholeTable, (table) => `${table}<i id="${firstTableEnd}" hidden></i>`)

export interface DocumentPage {
  document: Document
  renderBody: () => Rendered
}

/** `siblings`: the pages before and after it, if they are not those of the contents. */
export function renderDocument(
  frame: Frame,
  { document, renderBody }: DocumentPage,
  entries: readonly Entry[],
  siblings = entries,
): string {
  const { slug, summary } = document
  const { introduction, body, sections, hasSideColumn } = renderBody()
  return renderDocumentPage(frame, entries, {
    entry: document,
    siblings,
    description: summary,
    introduction: raw(insertAddressIntoPage(markFirstTable(introduction), frame.publicUrl)),
    body: raw(insertAddressIntoPage(wholeTable.test(introduction) ? body : markFirstTable(body), frame.publicUrl)),
    sections,
    hasSideColumn,
    markdown: markdownAddressOf(slug),
    drawnAfter: wholeTable.test(introduction + body) ? firstTableEnd : undefined,
  })
}

/** Returns the page as Markdown for programs, with links to the Markdown of the other pages. */
export function documentMarkdown(
  { base, publicUrl, readRevision }: Pick<Frame, 'base' | 'publicUrl'> & { readRevision(): string },
  { title, summary, markdown }: Document,
  tables: Record<string, TableRenderer>,
): string {
  const noExamples = Object.keys(liveExamples(base)).map((name) => [name, () => ''])
  const page = withRevision(withPublicUrl(markdown, publicUrl), readRevision)
  const text = insertTables(page, { ...tables, ...Object.fromEntries(noExamples) })
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

const script = (base: string, name: string): string =>
  html`<script type="module" src="${base}/${name}.js"></script>
`.text

/** A picker with a label. `attributes` come from our own pages, so they are not escaped. */
const picker = (id: string, label: string, attributes: string): string =>
  `<div class="live-example"><label for="${id}">${label}</label>
<bank-picker id="${id}" ${attributes}><noscript>The picker needs JavaScript.</noscript></bank-picker></div>
`

/** Our pages write `attributes`. */
export const accountForm = (base: string, attributes: string): string =>
  `${script(base, 'bank-account-form')}<bank-account-form ${attributes}><noscript>The form needs JavaScript.</noscript></bank-account-form>
`

/** Live examples of our custom elements, by the name in double braces that a page uses as a placeholder. */
const liveExamples = (base: string): Record<string, () => string> => ({
  account_form: () => accountForm(base, 'country="ca" countries'),
  picker_nigeria: () =>
    script(base, 'bank-picker') + picker('picker-nigeria', 'Bank in Nigeria', 'country="ng" scheme="ng_nip"'),
  picker_us: () => picker('picker-us', 'Bank in the United States', 'country="us" scheme="us_aba"'),
  picker_any: () => picker('picker-any', 'Bank in any country', 'not-listed'),
})
