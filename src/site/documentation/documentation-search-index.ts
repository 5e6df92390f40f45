/**
 * The search index of the documentation: every page, section, table row with a name (fields, parameters, error codes, code
 * schemes, settings) and operation. It is made from the rendered pages, so that each entry has an anchor.
 */
import { setImmediate } from 'node:timers/promises'
import { unescapeText } from '../html.ts'
import type { DocumentPage } from './documentation-pages.ts'
import { type ReferenceTag, referencePage } from './reference/reference.ts'
import type { SearchEntry } from './search-entry.ts'

/** Maximum length of an entry's text, in characters. */
const textMax = 160

export async function createDocumentationIndex(
  pages: readonly DocumentPage[],
  tags: ReferenceTag[],
): Promise<SearchEntry[]> {
  const entries: SearchEntry[] = []
  for (const { document, renderBody } of pages) {
    const { slug, title, summary } = document
    const { introduction, body } = renderBody()
    entries.push({ path: slug, page: title, title, text: summary, words: wordsOf(introduction, summary) })
    entries.push(...sectionEntries(slug, title, body), ...rowEntries(slug, title, introduction + body))
    // Let other requests run first: rendering all pages takes a long time.
    await setImmediate()
  }
  return [...entries, ...referenceEntries(tags)]
}

function sectionEntries(slug: string, page: string, body: string): SearchEntry[] {
  return body.split(/(?=<h[23] id=)/).flatMap((part) => {
    const [head = '', id, name = ''] = /^<h[23] id="([^"]+)">(.*?) <a class="anchor".*?<\/h[23]>/s.exec(part) ?? []
    if (id === undefined) return []
    const section = part.slice(head.length)
    const text = shorten(plainText(firstParagraph(section)))
    return [{ path: `${slug}#${id}`, page, title: plainText(name), text, words: wordsOf(section, `${name} ${text}`) }]
  })
}

const firstParagraph = (html: string): string =>
  /<(p|li)\b(?! class="(?:beyond|panel-label|code-title))[^>]*>(.*?)<\/\1>/s.exec(html)?.[2] ?? ''

/** Rows that start with a name. */
const namedRow = /<tr(?: id="(?<row>[^"]+)")?><td>(?<cell><code(?: id="(?<name>[^"]+)")?>.*?)<\/td>(?<rest>.*?)<\/tr>/gs

function rowEntries(slug: string, page: string, html: string): SearchEntry[] {
  return [...html.matchAll(namedRow)].flatMap(({ groups = {} }) => {
    const { row, name, cell = '', rest = '' } = groups
    const id = row ?? name
    const cells = rest.split('</td>').map((part) => plainText(part.replace(/^\s*<td>/, '')))
    const text = shorten(cells.filter((one) => one !== '').join(' · '))
    return id === undefined ? [] : [{ path: `${slug}#${id}`, page, title: plainText(cell), text }]
  })
}

/** The words of a section that are not in `known`, without its tables and without requests in five languages. */
function wordsOf(html: string, known: string): string {
  const rest = html.replaceAll(
    /<table>.*?<\/table>|<div class="panel".*?<\/div>|<div class="code-box output">.*?<\/div>/gs,
    ' ',
  )
  const find = (text: string): string[] => text.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_]{3,}/gu) ?? []
  const shown = new Set(find(known))
  return [...new Set(find(plainText(rest)))].filter((word) => !shown.has(word)).join(' ')
}

const plainText = (html: string): string =>
  unescapeText(html.replaceAll(/<[^>]*>/g, ''))
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.,]+/, '')
    .trim()

const shorten = (text: string): string =>
  text.length <= textMax ? text : `${text.slice(0, textMax).replace(/\s\S*$/, '')}…`

function referenceEntries(tags: ReferenceTag[]): SearchEntry[] {
  const page = referencePage.title
  return tags.flatMap(({ operations }) =>
    operations.flatMap(({ full: { id, method, path, operation, parameters } }) => [
      {
        path: `${referencePage.slug}#${id}`,
        page,
        title: `${method} ${path}`,
        text: `${operation.summary}. ${operation.operationId}`,
      },
      ...parameters
        // Parameters that many operations share, such as `If-None-Match`, would fill the results.
        .filter((_, at) => !('$ref' in (operation.parameters[at] ?? {})))
        .map(({ name, description }) => ({
          path: `${referencePage.slug}#${id}-${name.toLowerCase()}`,
          page,
          title: name,
          text: shorten(`${method} ${path}: ${description.replaceAll('`', '')}`),
        })),
    ]),
  )
}
