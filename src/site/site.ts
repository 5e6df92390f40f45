/** All files of the site, keyed by path: start page, documentation, coverage, news, sitemap and assets. */
import { fileURLToPath } from 'node:url'
import type { Directory } from '../directory/directory.ts'
import { assetNameAt, readAssets } from './assets.ts'
import { createDocumentation, type MarkdownPage } from './documentation/documentation-files.ts'
import { addressMark, withPublicUrl } from './documentation/example-address.ts'
import { renderPlainMarkdown } from './documentation/markdown.ts'
import type { ProblemRow } from './documentation/tables.ts'
import { readElementScripts } from './element-scripts.ts'
import { atomFeed, jsonFeed } from './news/feeds.ts'
import { readNews } from './news/news.ts'
import { renderCoverage } from './pages/coverage/coverage-page.ts'
import { type PageError, renderError } from './pages/error-page.ts'
import { createExplorerPages, type ExplorerPages } from './pages/explorer-pages.ts'
import { renderManifest } from './pages/manifest.ts'
import { renderEntry, renderNews } from './pages/news-pages.ts'
import type { Frame } from './pages/page-layout.ts'
import { rootFiles } from './root-files.ts'
import { createSitemap } from './sitemap.ts'

export interface SiteFile {
  type: string
  /** Called on the first request. Returns a generator if rendering takes long, so that it can run in small steps. */
  render(): Buffer | Promise<Buffer> | Generator<void, Buffer>
  /** Whether the content has `addressMark` in place of the address of the service, because it needs absolute URLs. */
  hasAddressMark?: boolean
  /** Whether the URL changes with the content, so that caches may keep the file forever. */
  isImmutable?: boolean
}

export interface Site {
  /** Keyed by path, without a trailing slash. */
  files: Map<string, SiteFile>
  /**
   * Returns the current asset for a path with another digest, because a page from another version of the service may still
   * request it.
   */
  assetAt(path: string): (SiteFile & { name: string }) | undefined
  /** Pages that are rendered for each request. */
  explorer: ExplorerPages
  errorPage(error: PageError): string
  /** The path of the base URL, without a trailing slash. */
  base: string
  /** The pages of the documentation as Markdown. */
  documents: MarkdownPage[]
}

export interface SiteOptions {
  directory: Directory
  problems: readonly ProblemRow[]
  /** Returns the OpenAPI description, or a promise of it until it is built. */
  loadOpenApi(): string | Promise<string>
  /** The configured base URL without a trailing slash, or an empty string. */
  baseUrl: string
}

const htmlType = 'text/html; charset=utf-8'
const textType = 'text/plain; charset=utf-8'
const scriptType = 'text/javascript; charset=utf-8'
const xmlType = 'application/xml; charset=utf-8'

const documentationTypes = {
  markdown: 'text/markdown; charset=utf-8',
  text: textType,
  json: 'application/json; charset=utf-8',
}

export function createSite({ directory, problems, loadOpenApi, baseUrl }: SiteOptions): Site {
  const base = baseUrl === '' ? '' : new URL(baseUrl).pathname.replace(/\/$/, '')
  const { folder, files: assetFiles } = readAssets()
  const assets = { folder, names: new Set(assetFiles.map(({ name }) => name)) }
  const frame: Frame = { base, publicUrl: baseUrl, assets, revision: directory.revision }
  const files = new Map<string, SiteFile>()
  const add = (path: string, type: string, render: () => string | Buffer | Promise<string>): void => {
    files.set(withoutSlash(path), { type, render: async () => Buffer.from(await render()) })
  }
  const explorer = createExplorerPages(directory, frame)
  /** The paths of the pages that search engines should list. */
  const pagePaths = ['/coverage']
  const addPage = (path: string, render: () => string | Promise<string>): void => {
    pagePaths.push(path)
    add(path, htmlType, render)
  }
  const addMarked = (path: string, type: string, render: () => string | Promise<string>): void => {
    files.set(path, { type, hasAddressMark: true, render: async () => Buffer.from(await render()) })
  }

  for (const { name, type, bytes } of assetFiles) {
    files.set(`${folder}/${name}`, { type, render: () => bytes, isImmutable: true })
    for (const [path] of Object.entries(rootFiles).filter(([, asset]) => asset === name)) add(path, type, () => bytes)
  }
  add('/manifest.webmanifest', 'application/manifest+json', () => renderManifest(frame))
  addPage('/', explorer.start)
  addPage('/check', () => explorer.check())

  files.set('/coverage', {
    type: htmlType,
    render: function* () {
      return Buffer.from(yield* renderCoverage(frame, directory.packed, new Date()))
    },
  })

  const documentation = createDocumentation({ directory, problems, loadOpenApi, base })
  for (const { path, type, render } of documentation.files) {
    if (type === 'html') addPage(path, () => render(frame))
    else if (type === 'json') add(path, documentationTypes.json, () => render(frame))
    else addMarked(path, documentationTypes[type], () => render(frame))
  }
  for (const { path, read } of readElementScripts()) add(path, scriptType, read)
  addMarked('/robots.txt', textType, () => robotsText(base))

  const news = readNews(fileURLToPath(new URL('../../news/', import.meta.url)), renderNewsText)
  addPage('/news', () => renderNews(frame, news))
  for (const entry of news) addPage(`/news/${entry.slug}`, () => renderEntry(frame, entry))
  addMarked('/news/feed.atom', 'application/atom+xml; charset=utf-8', () => atomFeed(news))
  addMarked('/news/feed.json', 'application/feed+json; charset=utf-8', () => jsonFeed(news))

  // `/docs` is a copy of the first page of the current version.
  const listedPaths = pagePaths.filter((path) => path !== '/docs')
  for (const [path, render] of createSitemap(directory, listedPaths))
    files.set(path, { type: xmlType, hasAddressMark: true, render })

  return {
    files,
    assetAt: (path) => {
      const name = assetNameAt(path)
      const found = name === undefined ? undefined : files.get(`${folder}/${name}`)
      return found && name !== undefined ? { name, type: found.type, render: found.render } : undefined
    },
    explorer,
    documents: documentation.markdownPages,
    base,
    errorPage: (error) => renderError(frame, error),
  }
}

const renderNewsText = (markdown: string): string => renderPlainMarkdown(withPublicUrl(markdown, addressMark))

const withoutSlash = (path: string): string => path.replace(/(?<=.)\/$/, '')

/** Crawlers may read the API, because the script of the explorer needs it. */
const robotsText = (base: string): string =>
  [
    'User-agent: *',
    `Disallow: ${base}/index.php`,
    `Disallow: ${base}/mcp`,
    '',
    `Sitemap: ${addressMark}/sitemap.xml`,
    '',
  ].join('\n')
