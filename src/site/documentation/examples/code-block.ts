/** Renders code: a block with a copy button, or a pane with a title. */
import { type Html, html, raw } from '../../html.ts'
import { jsonText } from '../../views/text/json-text.ts'
import { highlightCode } from '../highlighting.ts'

export interface CodeBlock {
  language: string
  code: string
  /** The HTTP status, if the block is a response. */
  status?: number
  /** The number of elements that are left out of a list or object of a response, by its name. */
  omitted?: Record<string, number>
}

/** Reads the info string of a fenced block, such as `json response=404`. */
export function readInfo(info: string): { language: string; status?: number } {
  const [, language = '', response, status = '200'] = /^(\S*)( response(?:=(\d+))?)?/.exec(info) ?? []
  return response === undefined ? { language } : { language, status: Number(status) }
}

/** The block is focusable, so that it can be scrolled with the keyboard. */
export const preHtml = ({ language, code }: CodeBlock): Html =>
  html`<pre tabindex="0"><code class="language-${language || 'text'}">${raw(highlightCode(code, language))}</code></pre>`

/** Copies the code of the visible panel in the same box. */
export const copyButton = html`<button type="button" class="code-button copy-only" data-copy-code><span>Copy</span></button>`

export const codeBox = (block: CodeBlock): Html =>
  html`<div class="code-box code-plain">${preHtml(block)}${copyButton}</div>
`

/** The response to a request, or the output of a program. JSON is broken into lines that fit the box. */
export function outputBox(block: CodeBlock): Html {
  const code = block.language === 'json' ? withOmitted(jsonText(JSON.parse(block.code)), block.omitted) : block.code
  const title = block.status === undefined ? 'Output' : html`Response ${statusHtml(block.status)}`
  return html`<div class="code-box output"><div class="code-head"><p class="code-title">${title}</p>${copyButton}</div>${preHtml({ ...block, code })}</div>
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
