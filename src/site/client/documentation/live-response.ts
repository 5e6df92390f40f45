/** Shows a live response in the output pane of an example. */
import { shortJsonText } from '../../views/text/json-text.ts'
import { announce } from '../shared/dom.ts'
import { setFullText } from './code-to-copy.ts'
import { create } from './create-element.ts'
import { jsonNodes } from './json-nodes.ts'
import type { LiveResponse } from './live-request.ts'

const linesMax = 200

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
  setFullText(output, text)
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
