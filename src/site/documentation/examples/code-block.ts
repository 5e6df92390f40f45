/** Renders code: a block with a copy button, or a pane with a title. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { memoize, once } from '../../../directory/memoize.ts'
import { escapeText, type Html, html, raw } from '../../html.ts'
import { jsonText } from '../../views/text/json-text.ts'

export interface CodeBlock {
  language: string
  code: string
  /** The HTTP status, if the block is a response. */
  status?: number
  /** How many elements of the response are left out, by the name of their list or object. */
  omitted?: Record<string, number>
}

/** Reads the info string of a fenced block, such as `json response=404`. */
export function readInfo(info: string): { language: string; status?: number } {
  const [, language = '', response, status = '200'] = /^(\S*)( response(?:=(\d+))?)?/.exec(info) ?? []
  return response === undefined ? { language } : { language, status: Number(status) }
}

/** The block is focusable, so that it can be scrolled with the keyboard. */
export const preHtml = ({ language, code }: CodeBlock): Html =>
  html`<pre tabindex="0"><code class="language-${language || 'text'}">${raw(highlightSyntax(code, language))}</code></pre>`

/** Copies the code of the visible panel in the same box. */
export const copyCodeButton = html`<button type="button" class="code-button copy-only" data-copy-code><span>Copy</span></button>`

export const codeBox = (block: CodeBlock): Html =>
  html`<div class="code-box code-plain">${preHtml(block)}${copyCodeButton}</div>
`

/** The response to a request, or the output of a program. JSON is broken into lines that fit the box. */
export function outputBox(block: CodeBlock): Html {
  const code = block.language === 'json' ? withOmitted(jsonText(JSON.parse(block.code)), block.omitted) : block.code
  const title = block.status === undefined ? 'Output' : html`Response ${statusHtml(block.status)}`
  return html`<div class="code-box output"><div class="code-head"><p class="code-title">${title}</p>${copyCodeButton}</div>${preHtml({ ...block, code })}</div>
`
}

/** Marks the elements that are left out, as a live response does. */
const withOmitted = (json: string, omitted: Record<string, number> = {}): string =>
  Object.entries(omitted).reduce((text, [name, count]) => {
    const mark = `… ${count.toLocaleString('en')} more`
    return text
      .replace(`"${name}": {}`, `"${name}": { ${mark} }`)
      .replace(new RegExp(`^  "${name}": \\[\n.*?(?=\n  \\])`, 'ms'), (list) => `${list}\n    ${mark}`)
  }, json)

const statusHtml = (status: number): Html =>
  html`<span class="http-status" data-class="${String(status)[0]}xx">${status}</span>`

interface Highlighter {
  highlight(code: string, language: string): string | undefined
}

const bundle = fileURLToPath(new URL('../../dist/server/highlighter.cjs', import.meta.url))

/** Returns a highlighter that highlights nothing if there is no bundle. */
const loadHighlighter = once(
  (): Highlighter => (existsSync(bundle) ? createRequire(import.meta.url)(bundle) : { highlight: () => undefined }),
)

/** More than all pages have together. The limit is needed because the examples of the reference change with the data. */
const blocksMax = 1000

/** Returns a function that highlights code. Highlighting a page takes longer than the rest of its rendering. */
const highlighterOf = memoize((language: string) =>
  memoize((code: string) => loadHighlighter().highlight(code, language) ?? escapeText(code), blocksMax),
)

/** Returns the code as HTML. Without the bundle that `build-site` writes, code stays plain. */
const highlightSyntax = (code: string, language: string): string => highlighterOf(language)(code)
