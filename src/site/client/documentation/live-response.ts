/** Shows a live response in the output pane of an example. */
import { shortJsonText } from '../../views/text/json-text.ts'
import { announce, create } from '../shared/dom.ts'

export interface LiveResponse {
  status: number
  /** Time until the whole body was read. */
  ms: number
  bytes: number
  type: string
  /** Empty for a binary body. */
  text: string
  /** Seconds until the next request may be sent, after a 429. */
  retryAfter?: number
}

const linesMax = 200

/** The full texts of responses that are shown only in part. */
const fullTexts = new WeakMap<Element, string>()

/** Returns the output pane of the example that the button is in. Adds one if the example has none. */
export function outputOf(button: HTMLElement): HTMLElement {
  const example = button.closest('.example') as HTMLElement
  const known = example.querySelector<HTMLElement>('.output')
  if (known) return known
  const copy = create(
    'button',
    { type: 'button', class: 'code-button copy-only', 'data-copy-code': '' },
    create('span', {}, 'Copy'),
  )
  const head = create('div', { class: 'code-head' }, create('p', { class: 'code-title' }), copy)
  const output = create('div', { class: 'code-box output' }, head, create('pre', { tabindex: '0' }, create('code')))
  example.append(output)
  return output
}

export function showWaiting(output: HTMLElement): void {
  output.setAttribute('aria-busy', 'true')
  setTitle(output, 'Waiting for the response')
}

export function showResponse(output: HTMLElement, response: LiveResponse): void {
  const { status, ms, bytes, type, text } = response
  const badge = create('span', { class: 'http-status', 'data-class': `${String(status)[0]}xx` }, String(status))
  const details = create('span', { class: 'code-note' }, `${ms.toLocaleString('en')} ms · ${sizeText(bytes)}`)
  setTitle(output, 'Live response ', badge, ' ', details)
  setBody(output, ...bodyNodes(type, text, bytes))
  fullTexts.set(output, text)
  const notice = response.retryAfter === undefined ? undefined : limitText(response.retryAfter)
  setNotice(output, notice)
  announce(notice ?? `Response ${status} in ${ms} ms`)
}

/** Shows why there is no response. The body stays as it was. */
export function showFailure(output: HTMLElement, isCancelled: boolean): void {
  const sentence = isCancelled
    ? 'Cancelled.'
    : 'The service did not respond. Check your connection, and run the request again.'
  setTitle(output, isCancelled ? 'Cancelled' : 'No response')
  setNotice(output, isCancelled ? undefined : sentence)
  announce(sentence)
}

const limitText = (seconds: number): string =>
  `You have reached the rate limit. Run the request again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`

const sizeText = (bytes: number): string =>
  bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} kB`

function setTitle(output: HTMLElement, ...nodes: (Node | string)[]): void {
  if (nodes[0] !== 'Waiting for the response') output.removeAttribute('aria-busy')
  output.querySelector('.code-title')?.replaceChildren(...nodes)
}

function setNotice(output: HTMLElement, sentence: string | undefined): void {
  output.querySelector('.code-notice')?.remove()
  if (sentence) output.querySelector('.code-head')?.after(create('p', { class: 'code-notice' }, sentence))
}

function setBody(output: HTMLElement, ...nodes: (Node | string)[]): void {
  const pre = output.querySelector('pre')
  pre?.querySelector('code')?.replaceChildren(...nodes)
  if (pre) pre.scrollTop = 0
}

function bodyNodes(type: string, text: string, bytes: number): (Node | string)[] {
  if (text === '') return bytes === 0 ? ['(no body)'] : [`(${type || 'binary'}, ${sizeText(bytes)})`]
  if (!type.endsWith('json')) return [firstLines(text)]
  try {
    return jsonNodes(firstLines(shortJsonText(JSON.parse(text))))
  } catch {
    return [firstLines(text)]
  }
}

function firstLines(text: string): string {
  const lines = text.trimEnd().split('\n')
  if (lines.length <= linesMax) return lines.join('\n')
  return `${lines.slice(0, linesMax).join('\n')}\n… ${(lines.length - linesMax).toLocaleString('en')} more lines`
}

/** Returns what the copy button of a box copies: the visible code, or the whole response. */
export function codeToCopy(button: HTMLElement): string {
  const box = button.closest('.code-box') as HTMLElement
  const code = [...box.querySelectorAll<HTMLElement>('pre')].find((pre) => pre.checkVisibility())
  return fullTexts.get(box) ?? code?.textContent ?? ''
}

const tokens =
  /("(?:\\.|[^"\\])*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|\b(?:true|false|null)\b|… [\d,]+ more(?: lines)?/g

/** Colours JSON. Other code comes highlighted from the server. */
function jsonNodes(text: string): (Node | string)[] {
  const nodes: (Node | string)[] = []
  let end = 0
  for (const match of text.matchAll(tokens)) {
    const [whole, string, colon = ''] = match
    const token = string ?? whole
    nodes.push(text.slice(end, match.index), create('span', { class: `hl-${kindOf(token, colon)}` }, token), colon)
    end = match.index + whole.length
  }
  return [...nodes, text.slice(end)]
}

function kindOf(token: string, colon: string): string {
  if (token.startsWith('"')) return colon === '' ? 'string' : 'attr'
  if (token.startsWith('…')) return 'comment'
  return /^[tfn]/.test(token) ? 'literal' : 'number'
}
