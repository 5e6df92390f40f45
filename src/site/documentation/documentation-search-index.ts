/**
 * The search index of the documentation: every page, section, table row with a name (fields, parameters, error codes, code
 * schemes, settings) and operation. It is made from the rendered pages, so that each entry has an anchor.
 */
import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { Directory } from '../../directory/lookups.ts'
import { unescapeText } from '../html.ts'
import { countryEntry } from './countries/country-entry.ts'
import type { DocumentPage } from './documentation-pages.ts'
import { type ReferenceTag, referencePage } from './reference/reference.ts'
import type { SearchEntry, SearchIndex, SearchRules } from './search-entry.ts'

/** Maximum length of an entry's text, in characters. */
const textMax = 160

/** Maximum number of words of an entry. The table of sources and the changelog have more. */
const wordsMax = 400

export async function createDocumentationIndex(
  pages: readonly DocumentPage[],
  tags: ReferenceTag[],
  directory: Directory,
): Promise<SearchIndex> {
  const rules = readSearchRules()
  const find = createWordFinder(rules.stopWords)
  const entries: SearchEntry[] = []
  for (const { document, renderBody } of pages) {
    const { slug, title, summary } = document
    const { introduction, body } = renderBody()
    const [start = ''] = body.split(heading, 1)
    entries.push({ path: slug, page: title, title, text: summary, ...find(introduction + start, summary) })
    entries.push(...sectionEntries(slug, title, body, find), ...rowEntries(slug, title, introduction + body, find))
    // Let other requests run first: rendering all pages takes a long time.
    await setImmediate()
  }
  return { entries: [...entries, ...countryEntries(directory), ...referenceEntries(tags)], ...rules }
}

const rulesFile = new URL('../../../docs/site/documentation-search.json', import.meta.url)

function readSearchRules(): SearchRules {
  const { stop_words, synonyms, questions } = JSON.parse(readFileSync(rulesFile, 'utf8'))
  return { stopWords: stop_words.join(' ').split(' '), synonyms, questions }
}

const heading = /(?=<h[23] id=)/

function sectionEntries(slug: string, page: string, body: string, find: WordFinder): SearchEntry[] {
  return body.split(heading).flatMap((part) => {
    const [head = '', id, name = ''] = /^<h[23] id="([^"]+)">(.*?) <a class="anchor".*?<\/h[23]>/s.exec(part) ?? []
    if (id === undefined) return []
    const section = part.slice(head.length)
    const text = shorten(plainText(firstParagraph(section)))
    return [{ path: `${slug}#${id}`, page, title: plainText(name), text, ...find(section, `${name} ${text}`) }]
  })
}

const firstParagraph = (html: string): string =>
  /<(p|li)\b(?! class="(?:panel-label|code-title))[^>]*>(.*?)<\/\1>/s.exec(html)?.[2] ?? ''

const table = /<th scope="col">(?<head>.*?)<\/th>.*?<\/table>/gs

/** Rows that start with a name. */
const namedRow = /<tr(?: id="(?<row>[^"]+)")?><td>(?<cell><code(?: id="(?<name>[^"]+)")?>.*?)<\/td>(?<rest>.*?)<\/tr>/gs

function rowEntries(slug: string, page: string, html: string, find: WordFinder): SearchEntry[] {
  const rows = [...html.matchAll(table)].flatMap(({ 0: rowsHtml, groups: { head = '' } = {} }) =>
    [...rowsHtml.matchAll(namedRow)].map(({ groups }) => ({ head, ...groups })),
  )
  return rows.flatMap(({ head, row, name, cell = '', rest = '' }: Record<string, string>) => {
    const id = row ?? name
    const cells = rest.split('</td>').map((part) => plainText(part.replace(/^\s*<td>/, '')))
    const text = shorten(cells.filter((one) => one !== '').join(' · '))
    // Readers search for "verdict possible", not only for "possible".
    const words = find(`${head} ${rest}`, text)
    return id === undefined
      ? []
      : [{ path: `${slug}#${id}`, page, title: plainText(cell), text, ...words, isRow: true }]
  })
}

/** Returns the words of a part that are neither stop words nor in `known`. */
type WordFinder = (html: string, known: string) => Pick<SearchEntry, 'words'>

function createWordFinder(stopWords: readonly string[]): WordFinder {
  // Numbers of three digits are HTTP statuses.
  const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_]+|\b\d{3}\b/gu) ?? []
  return (html, known) => {
    const skipped = new Set([...stopWords, ...wordsIn(known)])
    const text = unescapeText(html.replaceAll(notProse, ' ').replaceAll(/<[^>]*>/g, ' '))
    const words = [...new Set(wordsIn(text))].filter((word) => !skipped.has(word)).slice(0, wordsMax)
    return words.length === 0 ? {} : { words: words.join(' ') }
  }
}

/** Programs, responses, labels and buttons; commands and configurations are searched. Rows with a name are entries of their own. */
const notProse = new RegExp(
  [
    '<div class="(?:panel|code-box output)".*?</pre>',
    '<code class="language-(?!sh|ini|nginx|yaml).*?</pre>',
    '<button\\b.*?</button>',
    '<p class="(?:panel-label|code-title)">.*?</p>',
    '<tr id="[^"]+">.*?</tr>',
    '<tr><td><code id="[^"]+">.*?</tr>',
  ].join('|'),
  'gs',
)

/** Only titles and a few words: with all of their text, the pages of the countries would be a third of the index. */
const countryEntries = ({ countries, listPaymentMethods }: Directory): SearchEntry[] =>
  countries.map((country) => {
    const { slug, title, summary } = countryEntry(country)
    const labels = [
      ...listPaymentMethods(country).map(({ label }) => label),
      ...country.bank_codes.map(({ label }) => label),
      country.account_number.label,
    ]
    const words = new Set(`${country.code} ${country.name} ${labels.join(' ')}`.toLowerCase().match(/[\p{L}\p{N}]+/gu))
    return { path: slug, page: 'Countries', title, text: summary, words: [...words].join(' ') }
  })

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
          isRow: true as const,
        })),
    ]),
  )
}
