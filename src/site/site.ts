/** All files of the site, keyed by path: start page, documentation, coverage, changes, news, sitemap and assets. */

import { fileURLToPath } from 'node:url'
import type { Directory } from '../directory/lookups.ts'
import { banksIn } from '../directory/views/selected-fields.ts'
import { assetNameAt, readAssets, readElementScripts, rootFiles } from './assets.ts'
import { renderChanges } from './changes/changes-page.ts'
import { renderCountryChanges } from './changes/country-changes-page.ts'
import { addressMark, addressOf, withPublicUrl } from './documentation/addresses.ts'
import { createDocumentation, type DocumentationOptions } from './documentation/documentation-files.ts'
import { renderPlainMarkdown } from './documentation/markdown.ts'
import { projectPages, readRepository, renderProjectPage } from './documentation/project-pages.ts'
import { escapeText } from './html.ts'
import { changesFeed } from './news/changes-feed.ts'
import { countryFeed } from './news/country-feed.ts'
import { atomFeed, type Feed, jsonFeed, newsFeed } from './news/feeds.ts'
import { readNews } from './news/news.ts'
import { renderCoverage } from './pages/coverage-page.ts'
import { type PageError, renderError } from './pages/error-page.ts'
import { createExplorerPages } from './pages/explorer-pages.ts'
import { renderEntry, renderNews } from './pages/news-pages.ts'
import { assetPath, type Frame } from './pages/page-layout.ts'
import { createSourcesPage, sourcesPath } from './pages/sources-page.ts'
import { bankPath, changesPath, countryPath, reportPath } from './views/page-paths.ts'

export interface SiteFile {
  type: string
  /** Called on the first request. Returns a generator if rendering takes long, so that it can run in small steps. */
  render(): Buffer | Promise<Buffer> | Generator<void, Buffer>
  /** Whether the content has `addressMark` in place of the address of the service, because it needs absolute URLs. */
  hasAddressMark?: boolean
  /** Whether the URL changes with the content, so that caches may keep the file forever. */
  isImmutable?: boolean
}

export type Site = ReturnType<typeof createSite>

export interface SiteOptions extends DocumentationOptions {
  /** The configured base URL without a trailing slash, or an empty string. */
  baseUrl: string
  /** Where people send reports of wrong data: a mailto address, or the https address of a form. */
  reportUrl?: string | undefined
}

const feedFormats = {
  atom: { type: 'application/atom+xml; charset=utf-8', render: atomFeed },
  json: { type: 'application/feed+json; charset=utf-8', render: jsonFeed },
}
const htmlType = 'text/html; charset=utf-8'
const textType = 'text/plain; charset=utf-8'
const scriptType = 'text/javascript; charset=utf-8'
const xmlType = 'application/xml; charset=utf-8'
const jsonType = 'application/json; charset=utf-8'
const markdownType = 'text/markdown; charset=utf-8'

export function createSite({ baseUrl, reportUrl, ...options }: SiteOptions) {
  const { directory } = options
  const base = baseUrl === '' ? '' : new URL(baseUrl).pathname.replace(/\/$/, '')
  const { folder, files: assetFiles } = readAssets()
  const assets = { folder, names: new Set(assetFiles.map(({ name }) => name)) }
  const repository = readRepository()
  const frame: Frame = { base, publicUrl: baseUrl, assets, revision: directory.revision, repository }
  const files = new Map<string, SiteFile>()
  const add = (path: string, type: string, render: () => string | Buffer | Promise<string>): void => {
    files.set(withoutSlash(path), { type, render: async () => Buffer.from(await render()) })
  }
  const explorer = createExplorerPages(directory, frame, reportUrl)
  /** The paths of the pages that search engines should list. */
  const pagePaths = [reportPath(root)]
  const addPage = (path: string, render: () => string | Promise<string>): void => {
    pagePaths.push(path)
    add(path, htmlType, render)
  }
  /** `load` yields every millisecond or two. */
  const addPageInSteps = (path: string, load: () => Generator<void, string>): void => {
    pagePaths.push(path)
    const render = function* (): Generator<void, Buffer> {
      return Buffer.from(yield* load())
    }
    files.set(withoutSlash(path), { type: htmlType, render })
  }
  const addMarked = (path: string, type: string, render: () => string | Promise<string>): void => {
    files.set(path, { type, hasAddressMark: true, render: async () => Buffer.from(await render()) })
  }

  for (const { name, type, bytes } of assetFiles) {
    files.set(`${folder}/${name}`, { type, render: () => bytes, isImmutable: true })
    for (const [path] of Object.entries(rootFiles).filter(([, asset]) => asset === name)) add(path, type, () => bytes)
  }
  add('/manifest.webmanifest', 'application/manifest+json', () => renderManifest(frame))
  addPageInSteps('/', function* () {
    return explorer.start(yield* directory.latestChanges())
  })
  addPage('/check', () => explorer.check())

  addPageInSteps('/coverage', () => renderCoverage(frame, directory.packed, new Date()))
  addPageInSteps(changesPath(root), () => renderChanges(frame, directory))
  for (const page of projectPages) addPage(page.path, () => renderProjectPage(frame, page))

  const documentation = createDocumentation(frame, options)
  const { markdownPages, htmlFiles, jsonFiles, markdownFiles, llmsText } = documentation
  for (const [path, render] of htmlFiles) addPage(path, render)
  const current = htmlFiles.get(addressOf(''))
  // A copy of the first page of the current version, whose own address is canonical.
  if (current) add('/docs', htmlType, current)
  for (const [path, render] of jsonFiles) add(path, jsonType, render)
  for (const [path, render] of markdownFiles) addMarked(path, markdownType, render)
  for (const [path, render] of documentation.countryHtmlFiles) addPageInSteps(path, render)
  for (const [path, load] of documentation.countryMarkdownFiles) {
    const render = function* (): Generator<void, Buffer> {
      return Buffer.from(yield* load())
    }
    files.set(path, { type: markdownType, hasAddressMark: true, render })
  }
  pagePaths.push(sourcesPath)
  addMarked('/llms.txt', textType, llmsText)
  for (const { path, read } of readElementScripts()) add(path, scriptType, read)
  addMarked('/robots.txt', textType, () => robotsText(base))

  const news = readNews(fileURLToPath(new URL('../../news/', import.meta.url)), renderNewsText)
  addPage('/news', () => renderNews(frame, news))
  for (const entry of news) addPage(`/news/${entry.slug}`, () => renderEntry(frame, entry))
  const addFeed = (path: string, load: () => Generator<void, Feed>): void => {
    for (const [extension, { type, render }] of Object.entries(feedFormats)) {
      const renderFeed = function* (): Generator<void, Buffer> {
        return Buffer.from(render(yield* load()))
      }
      files.set(`${path}/feed.${extension}`, { type, hasAddressMark: true, render: renderFeed })
    }
  }
  // biome-ignore lint/correctness/useYield: the news are in memory
  addFeed('/news', function* () {
    return newsFeed(news)
  })
  addFeed(changesPath(root), () => changesFeed(directory))
  for (const country of directory.countries) {
    addFeed(countryPath(root, country.code), () => countryFeed(country, directory))
    addPageInSteps(changesPath(root, country.code), () => renderCountryChanges(frame, country, directory))
  }

  for (const [path, render] of createSitemap(directory, pagePaths))
    files.set(path, { type: xmlType, hasAddressMark: true, render })

  return {
    /** Keyed by path, without a trailing slash. */
    files,
    /**
     * Returns the current asset for a path with another digest, because a page from another version of the service may
     * still request it.
     */
    assetAt: (path: string): (SiteFile & { name: string }) | undefined => {
      const name = assetNameAt(path)
      const found = name === undefined ? undefined : files.get(`${folder}/${name}`)
      return found && name !== undefined ? { name, type: found.type, render: found.render } : undefined
    },
    /** Pages that are rendered for each request. */
    explorer,
    /** Rendered for each request, too. */
    sources: createSourcesPage(directory, frame),
    /** The pages of the documentation as Markdown. */
    documents: markdownPages,
    /** The path of the base URL, without a trailing slash. */
    base,
    errorPage: (error: PageError): string => renderError(frame, error),
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

/** The web app manifest: name, icons and colours for a home screen. */
export function renderManifest(frame: Frame): string {
  const icons = [192, 512].map((size) => ({
    src: assetPath(frame, `icon-${size}.png`),
    type: 'image/png',
    sizes: `${size}x${size}`,
    purpose: 'any maskable',
  }))
  return JSON.stringify({
    name: 'Bank Lookup',
    short_name: 'Banks',
    description: 'Banks and their codes by country',
    start_url: `${frame.base}/`,
    scope: `${frame.base}/`,
    display: 'minimal-ui',
    background_color: '#fafafb',
    theme_color: '#3a50cf',
    icons: icons.filter(({ src }) => src !== undefined),
  })
}

/** Writes a file in small steps, because a country can have ten thousand banks. It contains `addressMark`. */
type WriteFile = () => Generator<void, Buffer>

const root = { base: '' }

/**
 * The sitemap: an index, and a file each for pages, countries and the banks of every country, keyed by path. `pages`: the
 * paths of all pages except those of countries and banks.
 */
function createSitemap(directory: Directory, pages: readonly string[]): Map<string, WriteFile> {
  const { countries, listBanks, revision } = directory
  const single = countries.filter(({ kind }) => kind === 'country')
  const changed = /^\d{4}-\d{2}-\d{2}/.exec(revision)?.[0]
  const files = new Map<string, WriteFile>()
  files.set('/sitemaps/pages.xml', function* () {
    return urlSet(pages.map((path) => `${addressMark}${path}`))
  })
  files.set('/sitemaps/countries.xml', function* () {
    const urls = countries.map(({ code }) => `${addressMark}${countryPath(root, code)}`)
    return urlSet(urls, changed)
  })
  for (const country of single) {
    files.set(`/sitemaps/banks-${country.code.toLowerCase()}.xml`, function* () {
      const urls: string[] = []
      const { json } = yield* listBanks(country, { status: 'active' })
      for (const banks of banksIn(json)) {
        urls.push(...banks.map(({ id }) => `${addressMark}${bankPath(root, id)}`))
        yield
      }
      return urlSet(urls)
    })
  }
  const paths = [...files.keys()]
  files.set('/sitemap.xml', function* () {
    const items = paths.map((path) => element('sitemap', `${addressMark}${path}`, changed))
    return Buffer.from(document('sitemapindex', items))
  })
  return files
}

const urlSet = (urls: readonly string[], changed?: string): Buffer =>
  Buffer.from(
    document(
      'urlset',
      urls.map((url) => element('url', url, changed)),
    ),
  )

const document = (name: string, items: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${items.join('\n')}\n</${name}>\n`

const element = (name: string, url: string, changed: string | undefined): string =>
  `<${name}><loc>${escapeText(url)}</loc>${changed === undefined ? '' : `<lastmod>${changed}</lastmod>`}</${name}>`
