/** The files of the documentation, by path: pages, the same pages as Markdown, the reference and the search index. */
import { readFileSync } from 'node:fs'
import type { Directory } from '../../directory/lookups.ts'
import { createAsyncCache } from '../../directory/memoize.ts'
import type { SupportedCountry } from '../../directory/records/country-record.ts'
import { readElementScripts } from '../assets.ts'
import type { Frame } from '../pages/page-layout.ts'
import { addressMark, addressOf, insertAddressIntoPage, localUrl, markdownAddressOf } from './addresses.ts'
import { countryDocument } from './countries/country-document.ts'
import { countryEntry } from './countries/country-entry.ts'
import type { Entry } from './document-layout.ts'
import {
  accountForm,
  createBodyRenderer,
  documentMarkdown,
  linkMarkdown,
  readDocuments,
  renderDocument,
} from './documentation-pages.ts'
import { createDocumentationIndex } from './documentation-search-index.ts'
import type { OpenApi } from './reference/openapi.ts'
import {
  type ReferenceTag,
  referencePage,
  referenceTags,
  renderReference,
  renderReferenceBody,
} from './reference/reference.ts'
import { createHtmlFormat, createTableRenderers, markdownFormat, type ProblemRow, type TableFormat } from './tables.ts'

export interface DocumentationOptions {
  directory: Directory
  problems: readonly ProblemRow[]
  /** Returns the OpenAPI description, or a promise of it until it is built. */
  loadOpenApi(): string | Promise<string>
}

/** A page as Markdown. */
export interface MarkdownPage {
  slug: string
  title: string
  summary: string
  render(publicUrl: string): string
}

type Render = () => string | Promise<string>

/** Renders in small steps. */
type SteppedRender = () => Generator<void, string>

/** Returns functions that render the files, by path. */
export function createDocumentation(frame: Frame, { directory, problems, loadOpenApi }: DocumentationOptions) {
  const { base, revision } = frame
  const format = createHtmlFormat(base)
  const documents = readDocuments()
  const entries = [...documents, referencePage]
  const tables = createTableRenderers(directory, problems, format)
  const markdownTables = createTableRenderers(directory, problems, markdownFormat)
  const pages = documents.map((document) => ({
    document,
    renderBody: createBodyRenderer(document, { base, revision, tables }),
  }))
  const markdownPages: MarkdownPage[] = documents.map((document) => ({
    ...document,
    render: (publicUrl) =>
      documentMarkdown({ base, publicUrl, readRevision: () => revision }, document, markdownTables),
  }))
  const cache = createAsyncCache<{ tags: ReferenceTag[]; body: string }>()
  const buildReference = async () => {
    const document = JSON.parse(await loadOpenApi()) as OpenApi
    const tags = referenceTags(document)
    const body = renderReferenceBody(tags, { document, directory, base, revision, address: addressMark })
    return { tags, body: body.text }
  }
  const loadReference = () => cache('reference', buildReference)
  const loadSearchIndex = async () =>
    JSON.stringify(await createDocumentationIndex(pages, (await loadReference()).tags, directory))
  const htmlFiles = new Map<string, Render>(
    pages.map((page) => [addressOf(page.document.slug), () => renderDocument(frame, page, entries)]),
  )
  htmlFiles.set(addressOf(referencePage.slug), async () => {
    const { tags, body } = await loadReference()
    return renderReference(frame, tags, insertAddressIntoPage(body, frame.publicUrl), entries)
  })
  return {
    markdownPages,
    htmlFiles,
    ...countryFiles(frame, directory, entries, format),
    jsonFiles: new Map<string, Render>([
      [addressOf('search-index.json'), loadSearchIndex],
      [addressOf('openapi.json'), loadOpenApi],
    ]),
    /** Contain `addressMark` instead of the address of the service. */
    markdownFiles: new Map<string, Render>(
      markdownPages.map(({ slug, render }) => [markdownAddressOf(slug), () => render(addressMark)]),
    ),
    /** Contains `addressMark`, too. */
    llmsText: (): string => linkMarkdown(readLlmsText(), base),
  }
}

/** A page for each country, rendered on its first request. */
function countryFiles(frame: Frame, directory: Directory, entries: readonly Entry[], format: TableFormat) {
  const { base, revision } = frame
  const siblings = directory.countries
    .map(countryEntry)
    .sort((one, other) => one.title.localeCompare(other.title, 'en'))
  const hasForm = readElementScripts().some(({ path }) => path === '/bank-account-form.js')
  const htmlFiles = new Map<string, SteppedRender>()
  const markdownFiles = new Map<string, SteppedRender>()
  for (const country of directory.countries) {
    const { slug } = countryEntry(country)
    const form = hasForm ? countryForm(base, country, directory) : ''
    htmlFiles.set(addressOf(slug), function* () {
      const document = yield* countryDocument(country, directory, format)
      const renderBody = createBodyRenderer(document, { base, revision, tables: { country_form: () => form } })
      return renderDocument(frame, { document, renderBody }, entries, siblings)
    })
    markdownFiles.set(markdownAddressOf(slug), function* () {
      const document = yield* countryDocument(country, directory, markdownFormat)
      return documentMarkdown({ base, publicUrl: addressMark, readRevision: () => revision }, document, {
        country_form: () => '',
      })
    })
  }
  return { countryHtmlFiles: htmlFiles, countryMarkdownFiles: markdownFiles }
}

/** `data-rows` reserves the height of the first method's fields, so that nothing moves when the script has loaded. */
function countryForm(base: string, country: SupportedCountry, { listPaymentMethods }: Directory): string {
  const methods = listPaymentMethods(country)
  const rows = (methods[0]?.fields.length ?? 0) + (methods.length > 1 ? 1 : 0)
  return accountForm(base, `country="${country.code.toLowerCase()}" data-rows="${rows}"`)
}

const readLlmsText = (): string =>
  readFileSync(new URL('../../../docs/site/llms.txt', import.meta.url), 'utf8').replaceAll(localUrl, addressMark)
