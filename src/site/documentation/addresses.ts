/** The addresses of the documentation pages. */

export const version = '1.0'

export const addressOf = (slug: string): string => `/docs/${version}/${slug}`

/** The address of a page as Markdown. */
export const markdownAddressOf = (slug: string): string => `${addressOf(slug || 'index')}.md`
