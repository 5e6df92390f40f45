/**
 * The addresses of the documentation pages, and the address and revision in their examples, so that a reader can copy and
 * run them.
 */
import { escapeText } from '../html.ts'

export const version = '1.0'

export const addressOf = (slug: string): string => `/docs/${version}/${slug}`

/** The address of a page as Markdown. */
export const markdownAddressOf = (slug: string): string => `${addressOf(slug || 'index')}.md`

/** The address that our Markdown uses: `npm start` listens on it. */
export const localUrl = 'http://localhost:8080'

/** Replaces the address in fenced blocks. The text around them may be about a service on the reader's machine. */
export const withPublicUrl = (markdown: string, publicUrl: string): string =>
  markdown.replaceAll(/^```.*?^```$/gms, (block) => block.replaceAll(localUrl, publicUrl))

/** The revision in our Markdown. */
const exampleRevision = '2026-11-14.3f9a1c20'

/** Calls `readRevision` only for a page that shows a revision, because computing it takes long on the command line. */
export const withRevision = (markdown: string, readRevision: () => string): string =>
  markdown.replaceAll(exampleRevision, readRevision)

/** Placeholder for the address of the service, in files that are rendered once for all addresses. */
export const addressMark = 'http://service.invalid'

/** Without a public URL, `client/first-paint` puts the address that the reader uses into the examples. */
export const insertAddressIntoPage = (html: string, publicUrl: string): string =>
  html.replaceAll(addressMark, () =>
    publicUrl === '' ? `<span class="own-address">${localUrl}</span>` : escapeText(publicUrl),
  )
