/** All files of the site, keyed by path: start page, documentation, coverage, news, sitemap and assets. */
import { fileURLToPath } from 'node:url'
import type { Directory } from '../directory/directory.ts'
import { readAssets } from './assets.ts'
import { createDocumentation, type MarkdownPage } from './documentation/documentation-files.ts'
import { addressMark, withPublicUrl } from './documentation/example-address.ts'
import { renderPlainMarkdown } from './documentation/markdown.ts'
import type { ProblemRow } from './documentation/tables.ts'
import { readElementScripts } from './element-scripts.ts'
import { atomFeed, jsonFeed } from './news/feeds.ts'
import { readNews } from './news/news.ts'
import { renderCoverage } from './pages/coverage/coverage.ts'
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
  render(publicUrl: string): Buffer | Promise<Buffer> | Generator<void, Buffer>
  /** Whether the content depends on the public URL of the service, as in all pages with examples or absolute links. */
  hasPublicUrl?: boolean
  /** Whether the URL changes with the content, so that caches may keep the file forever. */
  isImmutable?: boolean
}

export interface Site {
  /** Keyed by path, without a trailing slash. */
  files: Map<string, SiteFile>
  /** Separate from `files`, because feeds contain absolute URLs and so depend on the base URL of the service. */
  feeds: Map<string, { type: string; render(published: string): string }>
  /**
   * Returns the current asset for a path with another digest, because a page from another version of the service may still
   * request it.
   */
  assetAt(path: string): (SiteFile & { name: string }) | undefined
  /** Pages that are rendered for each request. */
  explorer: ExplorerPages
  errorPage(publicUrl: string, error: PageError): string
  /** The pages of the documentation as Markdown. */
  documents: MarkdownPage[]
}

export interface SiteOptions {
  directory: Directory
  problems: readonly ProblemRow[]
  /** Returns the OpenAPI description, or a promise of it until it is built. */
  loadOpenApi(): string | Promise<string>
  /** Path of the published base URL, without a trailing slash. */
  base: string
}

const htmlType = 'text/html; charset=utf-8'
const textType = 'text/plain; charset=utf-8'
const scriptType = 'text/javascript; charset=utf-8'
const xmlType = 'application/xml; charset=utf-8'

const documentationTypes = {
  html: htmlType,
  markdown: 'text/markdown; charset=utf-8',
  text: textType,
  json: 'application/json; charset=utf-8',
}

export function createSite({ directory, problems, loadOpenApi, base }: SiteOptions): Site {
  const { folder, files: assetFiles } = readAssets()
  const assets = { folder, names: new Set(assetFiles.map(({ name }) => name)) }
  const frameFor = (publicUrl: string): Frame => ({ base, publicUrl, assets, revision: directory.revision })
  const files = new Map<string, SiteFile>()
  const add = (path: string, type: string, render: () => string | Buffer | Promise<string>): void => {
    files.set(withoutSlash(path), { type, render: async () => Buffer.from(await render()) })
  }
  const explorer = createExplorerPages(directory, frameFor)
  /** The paths of the pages that search engines should list. */
  const pagePaths = ['/coverage']
  const addPage = (path: string, render: (frame: Frame) => string | Promise<string>, type = htmlType): void => {
    if (type === htmlType) pagePaths.push(path)
    files.set(withoutSlash(path), {
      type,
      hasPublicUrl: true,
      render: async (publicUrl) => Buffer.from(await render(frameFor(publicUrl))),
    })
  }

  for (const { name, type, bytes } of assetFiles) {
    files.set(`${folder}/${name}`, { type, render: () => bytes, isImmutable: true })
    for (const [path] of Object.entries(rootFiles).filter(([, asset]) => asset === name)) add(path, type, () => bytes)
  }
  addPage('/manifest.webmanifest', renderManifest, 'application/manifest+json')
  addPage('/', ({ publicUrl }) => explorer.start(publicUrl))
  addPage('/check', ({ publicUrl }) => explorer.check(publicUrl))

  files.set('/coverage', {
    type: htmlType,
    hasPublicUrl: true,
    render: function* (publicUrl) {
      return Buffer.from(yield* renderCoverage(frameFor(publicUrl), directory.packed, new Date()))
    },
  })

  const documentation = createDocumentation({ directory, problems, loadOpenApi, base })
  for (const { path, type, render } of documentation.files) {
    // The search index and the OpenAPI description contain no absolute URLs.
    if (type === 'json') add(path, documentationTypes.json, () => render(frameFor('')))
    else addPage(path, render, documentationTypes[type])
  }
  for (const { path, read } of readElementScripts()) add(path, scriptType, read)
  addPage('/robots.txt', robotsText, textType)

  const news = readNews(fileURLToPath(new URL('../../news/', import.meta.url)), renderNewsText)
  addPage('/news', (frame) => renderNews(frame, news))
  for (const entry of news) addPage(`/news/${entry.slug}`, (frame) => renderEntry(frame, entry))

  // `/docs` is a copy of the first page of the current version.
  const listedPaths = pagePaths.filter((path) => path !== '/docs')
  for (const [path, render] of createSitemap(directory, listedPaths))
    files.set(path, { type: xmlType, hasPublicUrl: true, render })

  return {
    files,
    feeds: new Map([
      ['/news/feed.atom', { type: 'application/atom+xml; charset=utf-8', render: (at) => atomFeed(news, at) }],
      ['/news/feed.json', { type: 'application/feed+json; charset=utf-8', render: (at) => jsonFeed(news, at) }],
    ]),
    assetAt: (path) => {
      const name = /^\/assets\/[0-9a-f]{12}\/((?:[\w-]+\/)?[\w.-]+)$/.exec(path)?.[1]
      const found = name === undefined ? undefined : files.get(`${folder}/${name}`)
      return found && name !== undefined ? { name, type: found.type, render: found.render } : undefined
    },
    explorer,
    documents: documentation.markdownPages,
    errorPage: (publicUrl, error) => renderError(frameFor(publicUrl), error),
  }
}

const renderNewsText = (markdown: string): string => renderPlainMarkdown(withPublicUrl(markdown, addressMark))

const withoutSlash = (path: string): string => path.replace(/(?<=.)\/$/, '')

/** Crawlers may read the API, because the script of the explorer needs it. */
const robotsText = ({ base, publicUrl }: Frame): string =>
  [
    'User-agent: *',
    `Disallow: ${base}/index.php`,
    `Disallow: ${base}/mcp`,
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
