/** Renders our Markdown as HTML with linkable headings, scrollable tables and grouped examples. */
import { Marked, type Token, type Tokens } from 'marked'
import { escapeText } from './html.ts'

export interface Rendered {
  html: string
  /** Second-level headings, in order. */
  sections: { id: string; title: string }[]
}

/** `base` is the path that is prepended to links within the site. */
export function renderMarkdown(text: string, base: string): Rendered {
  const sections: Rendered['sections'] = []
  const usedIds = new Set<string>()
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: title }) {
        const id = headingId(title, usedIds)
        if (depth === 2) sections.push({ id, title: plainText(tokens) })
        const inner = this.parser.parseInline(tokens)
        return `<h${depth} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`
      },
      link({ href, tokens }) {
        const address = href.startsWith('/') ? `${base}${href}` : href
        return `<a href="${escapeText(address)}">${this.parser.parseInline(tokens)}</a>`
      },
      code({ text: code, lang = '' }) {
        return codeBlock(code, lang)
      },
      table(token) {
        return tableHtml(
          token.header.map(({ text: name }) => name),
          [token.header, ...token.rows].map((row) => row.map((cell) => this.parser.parseInline(cell.tokens))),
        )
      },
      paragraph({ tokens, raw }) {
        const kind = raw.trim() === beyondMark ? ' class="beyond"' : ''
        return `<p${kind}>${this.parser.parseInline(tokens)}</p>\n`
      },
    },
  })
  const blocks = groupExamples(marked.lexer(text))
  const html = blocks.map((block) => (block.kind === 'group' ? groupHtml(block.codes) : marked.parser(block.tokens)))
  return { html: html.join(''), sections }
}

const beyondMark = '*Beyond interface 1.0.*'

/** Returns the id of a heading: its words joined by hyphens, plus a number if the id is already used on the page. */
function headingId(title: string, usedIds: Set<string>): string {
  const words = title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  const plain = words.replaceAll(/^-|-$/g, '') || 'section'
  let id = plain
  for (let number = 2; usedIds.has(id); number++) id = `${plain}-${number}`
  usedIds.add(id)
  return id
}

const plainText = (tokens: Token[]): string =>
  tokens.map((token) => ('text' in token ? String(token.text) : token.raw)).join('')

const labels: Record<string, string> = { sh: 'curl', ts: 'TypeScript', python: 'Python' }

type Block = { kind: 'group'; codes: Tokens.Code[] } | { kind: 'text'; tokens: Token[] }

/** Groups consecutive code blocks in different languages, because they show the same request. */
function groupExamples(tokens: Token[]): Block[] {
  const blocks: Block[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (token.type === 'space') continue
    const last = blocks.at(-1)
    if (token.type === 'code' && labels[token.lang ?? '']) {
      const continuesGroup = last?.kind === 'group' && last.codes.every(({ lang }) => lang !== token.lang)
      if (continuesGroup) last.codes.push(token as Tokens.Code)
      else blocks.push({ kind: 'group', codes: [token as Tokens.Code] })
    } else if (last?.kind === 'text') last.tokens.push(token)
    else blocks.push({ kind: 'text', tokens: [token] })
  }
  return blocks
}

function groupHtml(codes: Tokens.Code[]): string {
  const [first] = codes
  if (codes.length === 1 && first) return codeBlock(first.text, first.lang ?? '')
  const figures = codes.map(
    ({ text, lang = '' }) => `<figure><figcaption>${labels[lang]}</figcaption>${codeBlock(text, lang)}</figure>`,
  )
  return `<div class="examples">${figures.join('')}</div>\n`
}

/** Renders a code block. The block is focusable, so that it can be scrolled with the keyboard. */
const codeBlock = (code: string, language: string): string =>
  `<pre tabindex="0"><code class="language-${escapeText(language || 'text')}">${escapeText(code)}</code></pre>\n`

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
  return `<div class="table" tabindex="0" role="region" aria-label="${label}">${table}</div>\n`
}
