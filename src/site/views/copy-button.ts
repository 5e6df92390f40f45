/**
 * Buttons that copy a value. The script handles clicks on `[data-copy]` for the whole page, and confirms what was copied
 * with `data-what` and `data-also`. Without it, icon buttons are hidden (`copy-only`), and buttons that show their value
 * look like text.
 */
import { type Html, html } from '../html.ts'
import { longLabel, otherCode, type ShownCode, shortLabel } from './codes/shown-code.ts'
import type { ViewContext } from './view-context.ts'

const icon = html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M5.5 4V1.5h9v9H12M1.5 5.5h9v9h-9z"/></svg>`

/** An icon button next to a value. `what` describes the value to screen readers and in the confirmation. */
export const copyButton = (value: string, what: string = value): Html =>
  html`<button type="button" class="copy copy-only" data-copy="${value}" data-what="${what}" aria-label="Copy ${what}">${icon}</button>`

type CodedBank = Parameters<typeof otherCode>[1]

/**
 * A button that shows a code with the short label of its kind. `shown`: the code, if part of it is highlighted. `bank`: its
 * other usual code is part of the confirmation. The name of the button starts with what it shows, for
 * people who control the page by voice.
 */
export function copyCode(
  context: Pick<ViewContext, 'schemes' | 'countries'>,
  code: ShownCode,
  { shown = code.value, bank }: { shown?: Html | string; bank?: CodedBank | undefined } = {},
): Html {
  const [short, long] = [shortLabel(context, code.scheme), longLabel(context, code.scheme)]
  const what = `${long} ${code.value}`
  const named = `${short} ${code.value}${long === short ? '' : `, ${long}`}`
  const other = bank && otherCode(context, bank, code)
  const also = other && html` data-also="${shortLabel(context, other.scheme)} is ${other.value}"`
  return html`<button type="button" class="copy copy-code" data-copy="${code.value}" data-what="${what}"${also} aria-label="Copy ${named}"><span class="code-kind">${short}</span> <code>${shown}</code>${icon}</button>`
}

/** A code without an icon and a label, for long lists of codes. */
export const copyChip = (value: string, what: string): Html =>
  html`<button type="button" class="copy copy-code copy-chip" data-copy="${value}" data-what="${what} ${value}" aria-label="Copy ${what} ${value}"><code>${value}</code></button>`

/** A button that copies the absolute URL of a path of this service. */
export const copyLink = (path: string): Html =>
  html`<button type="button" class="copy copy-only button" data-copy-link="${path}">${icon}<span>Copy link</span></button>`

/** A button with a label, such as "Copy all". */
export const copyLabelled = (value: string, label: string): Html =>
  html`<button type="button" class="copy copy-only button" data-copy="${value}">${icon}<span>${label}</span></button>`
