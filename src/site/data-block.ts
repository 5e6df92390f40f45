/** JSON in a page, for scripts and crawlers. Browsers do not run it, so the content security policy allows it. */
import { type Html, html, raw } from './html.ts'

/** Escapes `<`, so that no text in the value can end the element. */
export const dataBlock = (type: 'application/json' | 'application/ld+json', value: object, id?: string): Html =>
  html`<script type="${raw(type)}"${id && html` id="${id}"`}>${raw(JSON.stringify(value).replaceAll('<', '\\u003c'))}</script>`
