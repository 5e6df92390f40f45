/** The files of the documentation, by path: pages, the same pages as Markdown, the reference and the search index. */
import { readFileSync } from 'node:fs'
import type { Directory } from '../../directory/lookups.ts'
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
import { referencePage, referenceTags, renderReference, renderReferenceBody } from './reference/reference.ts'
import { createTableRenderers, htmlFormat, markdownFormat, type ProblemRow } from './tables.ts'

export interface DocumentationOptions {
  directory: Directory
  problems: readonly ProblemRow[]
  /** Returns the OpenAPI description, or a promise of it until it is built. */
  loadOpenApi(): string | Promise<string>
  /** Path of the published base URL, without a trailing slash. */
  base: string
}

export interface DocumentationFile {
  path: string
  /** Markdown and text contain `addressMark` instead of the address of the service. */
  type: 'html' | 'markdown' | 'text' | 'json'
  render(frame: Frame): string | Promise<string>
}

/** A page as Markdown. */
export interface MarkdownPage {
  slug: string
  title: string
  summary: string
  render(publicUrl: string): string
}

export function createDocumentation({ directory, problems, loadOpenApi, base }: DocumentationOptions): {
  files: DocumentationFile[]
  markdownPages: MarkdownPage[]
} {
  const documents = readDocuments()
  const entries = [...documents, referencePage]
  const tables = createTableRenderers(directory, problems, htmlFormat)
  const markdownTables = createTableRenderers(directory, problems, markdownFormat)
  const { revision } = directory
  const pages = documents.map((document) => ({
    document,
    renderBody: createBodyRenderer(document, { base, revision, tables }),
  }))
  const [first] = pages
  const markdownPages = documents.map((document) => ({
    ...document,
    render: (publicUrl: string) =>
      documentMarkdown({ base, publicUrl, readRevision: () => revision }, document, markdownTables),
  }))
  const loadReference = once(async () => {
    const document = JSON.parse(await loadOpenApi()) as OpenApi
    const tags = referenceTags(document)
    const body = renderReferenceBody(tags, { document, directory, base, revision, address: addressMark })
    return { tags, body: body.text }
  })
  const loadSearchIndex = once(async () =>
    JSON.stringify(await createDocumentationIndex(pages, (await loadReference()).tags)),
  )
  const files: DocumentationFile[] = [
    // The current version, whose own address is canonical.
    ...(first
      ? [{ path: '/docs', type: 'html' as const, render: (frame: Frame) => renderDocument(frame, first, entries) }]
      : []),
    ...pages.map((page) => ({
      path: addressOf(page.document.slug),
      type: 'html' as const,
      render: (frame: Frame) => renderDocument(frame, page, entries),
    })),
    ...markdownPages.map(({ slug, render }) => ({
      path: markdownAddressOf(slug),
      type: 'markdown' as const,
      render: () => render(addressMark),
    })),
    {
      path: addressOf(referencePage.slug),
      type: 'html',
      render: async (frame) => {
        const { tags, body } = await loadReference()
        return renderReference(frame, tags, insertAddressIntoPage(body, frame.publicUrl), entries)
      },
    },
    {
      path: addressOf('search-index.json'),
      type: 'json',
      render: loadSearchIndex,
    },
    { path: addressOf('openapi.json'), type: 'json', render: () => loadOpenApi() },
    { path: '/llms.txt', type: 'text', render: () => linkMarkdown(readLlmsText(), base) },
  ]
  return { files, markdownPages }
}

const readLlmsText = (): string =>
  readFileSync(new URL('../../../docs/site/llms.txt', import.meta.url), 'utf8').replaceAll(localUrl, addressMark)

/** Returns the promise of the first call in all later calls, unless it is rejected. */
function once<Value>(compute: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined
  return () => {
    if (!value) {
      value = compute()
      value.catch(() => {
        value = undefined
      })
    }
    return value
  }
}
