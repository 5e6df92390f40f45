/** The files of the documentation, by path: pages, the same pages as Markdown, the reference and the search index. */
import { readFileSync } from 'node:fs'
import type { Directory } from '../../directory/lookups.ts'
import { createAsyncCache } from '../../directory/memoize.ts'
import type { Frame } from '../pages/page-layout.ts'
import { addressMark, addressOf, insertAddressIntoPage, localUrl, markdownAddressOf } from './addresses.ts'
import {
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
import { createTableRenderers, htmlFormat, markdownFormat, type ProblemRow } from './tables.ts'

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

/** Returns functions that render the files, by path. */
export function createDocumentation(frame: Frame, { directory, problems, loadOpenApi }: DocumentationOptions) {
  const { base, revision } = frame
  const documents = readDocuments()
  const entries = [...documents, referencePage]
  const tables = createTableRenderers(directory, problems, htmlFormat)
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
    JSON.stringify(await createDocumentationIndex(pages, (await loadReference()).tags))
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

const readLlmsText = (): string =>
  readFileSync(new URL('../../../docs/site/llms.txt', import.meta.url), 'utf8').replaceAll(localUrl, addressMark)
