/**
 * Buttons that copy a value. The script handles clicks on `[data-copy]` for the whole page. Without it, icon buttons are
 * hidden (`copy-only`), and buttons that show their value look like text.
 */
import { type Html, html } from '../html.ts'

const icon = html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M5.5 4V1.5h9v9H12M1.5 5.5h9v9h-9z"/></svg>`

/** An icon button next to a value. `what` describes the value to screen readers. */
export const copyButton = (value: string, what: string = value): Html =>
  html`<button type="button" class="copy copy-only" data-copy="${value}" aria-label="Copy ${what}">${icon}</button>`

/** A button that shows the value itself, with `shown` in its place if part of it is highlighted. */
export const copyCode = (
  value: string,
  { shown = value, what = '' }: { shown?: Html | string; what?: string } = {},
): Html =>
  html`<button type="button" class="copy copy-code" data-copy="${value}"><span class="visually-hidden">Copy ${what && `${what} `}</span><code>${shown}</code>${icon}</button>`

/** Like `copyCode`, but without an icon, for long lists of codes. */
export const copyChip = (value: string): Html =>
  html`<button type="button" class="copy copy-code copy-chip" data-copy="${value}"><span class="visually-hidden">Copy </span><code>${value}</code></button>`

/** A button that copies the absolute URL of a path of this service. */
export const copyLink = (path: string): Html =>
  html`<button type="button" class="copy copy-only button" data-copy-link="${path}">${icon}<span>Copy link</span></button>`

/** A button with a label, such as "Copy all". */
export const copyLabelled = (value: string, label: string): Html =>
  html`<button type="button" class="copy copy-only button" data-copy="${value}">${icon}<span>${label}</span></button>`
