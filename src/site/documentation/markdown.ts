/** Renders our Markdown as HTML with linkable headings and table rows, scrollable tables and examples. */
import { Marked, type Token, type Tokens } from 'marked'
import { escapeText, type Html, html, raw } from '../html.ts'
import { localUrl } from './addresses.ts'
import { type CodeBlock, codeBox, preHtml, readInfo } from './examples/code-block.ts'
import { type Example, type ExampleContext, exampleHtml, requestLanguages } from './examples/request-example.ts'

export interface PageSection {
  id: string
  title: string
}

export interface Rendered {
  /** The text before the first section. */
  introduction: string
  /** The sections. */
  body: string
  /** Second-level headings, in order. */
  sections: PageSection[]
  /** Whether an example is shown next to the text on wide screens. */
  hasSideColumn: boolean
}

const noContext: ExampleContext = { base: '', address: localUrl, revision: '' }

/** `context.base` is the path that is prepended to links within the site. */
export function renderMarkdown(text: string, context: Partial<ExampleContext> = {}): Rendered {
  const { base, ...rest } = { ...noContext, ...context }
  const sections: PageSection[] = []
  const usedIds = new Set(pageIds)
  const marked = createMarked(base, (title, tokens, depth) => {
    const id = uniqueId(title, usedIds)
    if (depth === 2) sections.push({ id, title: plainText(tokens) })
    return id
  })
  const blocks = groupExamples(marked.lexer(text)).map(({ token, example }, at): Block => {
    if (example) {
      const kind = example.codes.length > 1 ? 'side' : 'text'
      return { html: exampleHtml(example, `example-${at}`, { base, ...rest }), kind }
    }
    const html = raw(marked.parser([token]))
    return token.type === 'heading' ? { html, kind: 'heading', depth: token.depth } : { html, kind: 'text' }
  })
  const hasSideColumn = blocks.some(({ kind }) => kind === 'side')
  const { introduction, body } = pageRows(blocks)
  const withIds = (html: Html): string => addRowIds(html.text, usedIds)
  return { introduction: withIds(introduction), body: withIds(body), sections, hasSideColumn }
}

/** Renders Markdown without buttons and columns, for feeds too. */
export function renderPlainMarkdown(text: string): string {
  const usedIds = new Set(pageIds)
  const marked = createMarked('', (title) => uniqueId(title, usedIds))
  marked.use({ renderer: { code: ({ text: code, lang = '' }) => `${preHtml({ code, ...readInfo(lang) }).text}\n` } })
  return marked.parser(marked.lexer(text))
}

type IdMaker = (title: string, tokens: Token[], depth: number) => string

const createMarked = (base: string, makeId: IdMaker): Marked =>
  new Marked({
    renderer: {
      heading({ tokens, depth, text: title }) {
        const id = makeId(title, tokens, depth)
        const inner = this.parser.parseInline(tokens)
        return `<h${depth} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`
      },
      link({ href, tokens }) {
        const address = href.startsWith('/') ? `${base}${href}` : href
        return `<a href="${escapeText(address)}">${this.parser.parseInline(tokens)}</a>`
      },
      // Code in a list; the other blocks are examples.
      code({ text: code, lang = '' }) {
        return codeBox({ code, ...readInfo(lang) }).text
      },
      table(token) {
        return tableHtml(
          token.header.map(({ text: name }) => name),
          [token.header, ...token.rows].map((row) => row.map((cell) => this.parser.parseInline(cell.tokens))),
        )
      },
    },
  })

/** The ids of the page around the text. */
const pageIds = ['main', 'contents', 'on-page', 'on-page-title', 'announcement']

/** Returns the words joined by hyphens. */
export function idOf(title: string): string {
  const words = title.toLowerCase().replaceAll(/[^\p{L}\p{N}_]+/gu, '-')
  return words.replaceAll(/^-|-$/g, '') || 'section'
}

/** Adds a number if the id is already used on the page. */
function uniqueId(title: string, usedIds: Set<string>): string {
  const plain = idOf(title)
  let id = plain
  for (let number = 2; usedIds.has(id); number++) id = `${plain}-${number}`
  usedIds.add(id)
  return id
}

const plainText = (tokens: Token[]): string =>
  tokens.map((token) => ('text' in token ? String(token.text) : token.raw)).join('')

/**
 * Makes the rows linkable that start with a name, such as a field, a parameter or an error code. The prefix keeps them apart
 * from the ids of other elements, such as `country`.
 */
const addRowIds = (html: string, usedIds: Set<string>): string =>
  html.replaceAll(
    /<tr><td><code>([A-Za-z]\w*)<\/code>/g,
    (row, name: string) => `<tr id="${uniqueId(`entry-${name}`, usedIds)}">${row.slice('<tr>'.length)}`,
  )

interface Item {
  token: Token
  /** Set if the token is code: this block and those after it that belong to the same example. */
  example?: Example
}

/** Groups consecutive code blocks: the same request in different languages, and then its response or output. */
function groupExamples(tokens: Token[]): Item[] {
  const items: Item[] = []
  for (const token of tokens.filter(({ type }) => type !== 'space')) {
    if (token.type !== 'code') items.push({ token })
    else {
      const { text, lang = '' } = token as Tokens.Code
      const block: CodeBlock = { code: text, ...readInfo(lang) }
      const last = items.at(-1)?.example
      const open = last?.output ? undefined : last
      if (open && isOutput(block)) open.output = block
      else if (open && continues(open, block)) open.codes.push(block)
      else items.push({ token, example: { codes: [block] } })
    }
  }
  return items
}

const isOutput = ({ language, status }: CodeBlock): boolean => status !== undefined || /^(text|json)$/.test(language)

const continues = ({ codes }: Example, { language }: CodeBlock): boolean =>
  [...codes, { language }].every((block) => block.language in requestLanguages) &&
  codes.every((block) => block.language !== language)

/**
 * Renders a table. `columns` are plain names for the accessible label. The second argument holds the cells as HTML,
 * starting with the header row.
 */
export function tableHtml(columns: string[], [head = [], ...rows]: string[][]): string {
  const names = head.map((cell) => `<th scope="col">${cell}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')
  const table = `<table><thead><tr>${names}</tr></thead><tbody>\n${body}\n</tbody></table>`
  // Make the table focusable, so that it can be scrolled with the keyboard.
  const label = escapeText(`Table of ${columns.join(', ')}`)
  // On narrow screens, each field is a block instead of a row.
  const lowerCase = columns.map((column) => column.toLowerCase())
  const isOfFields = lowerCase.includes('type') && lowerCase.includes('example')
  return `<div class="table${isOfFields ? ' field-table' : ''}" tabindex="0" role="region" aria-label="${label}">${table}</div>\n`
}

interface Block {
  html: Html
  /** `side` moves to the right column on wide screens. */
  kind: 'heading' | 'text' | 'side'
  /** Level of a heading. */
  depth?: number
}

interface Row {
  before: Block[]
  side?: Block
  after: Block[]
}

/**
 * Arranges the content of a page in rows: text on the left, and on wide screens the example that it describes on the right.
 * The order in the document stays the same, for narrow screens and screen readers. The introduction is the text before the
 * first section.
 */
function pageRows(blocks: Block[]): { introduction: Html; body: Html } {
  const [first = [], ...sections] = splitSections(blocks)
  const hasSide = first.some(({ kind }) => kind === 'side')
  const introduction = hasSide ? [] : first
  const rows = [...(hasSide ? [first] : []), ...sections].flatMap(rowsOf)
  return { introduction: html`${introduction.map((block) => block.html)}`, body: html`${rows.map(rowHtml)}` }
}

/** A section starts with a second-level heading. The first part is what comes before. */
function splitSections(blocks: Block[]): Block[][] {
  const sections: Block[][] = [[]]
  for (const block of blocks) {
    if (block.depth === 2) sections.push([])
    sections.at(-1)?.push(block)
  }
  return sections
}

function rowsOf(section: Block[]): Row[] {
  const rows: Row[] = []
  let row: Row = { before: [], after: [] }
  for (const block of section) {
    if (block.kind !== 'side') (row.side ? row.after : row.before).push(block)
    else if (!row.side) row.side = block
    else {
      rows.push(row)
      row = { before: takeIntroduction(row.after), side: block, after: [] }
    }
  }
  return [...rows, row]
}

/** Removes the blocks that introduce the next example: those from the last heading on, or else the last one. */
function takeIntroduction(blocks: Block[]): Block[] {
  const heading = blocks.findLastIndex(({ kind }) => kind === 'heading')
  return blocks.splice(heading >= 0 ? heading : Math.max(0, blocks.length - 1))
}

function rowHtml({ before, side, after }: Row): Html {
  const text = html`<div class="text">${before.map((block) => block.html)}</div>
`
  if (!side) return text
  const rest = after.length > 0 ? html`<div class="text">${after.map((block) => block.html)}</div>` : undefined
  return html`<div class="row">${text}${side.html}${rest}</div>
`
}
