/** All files of the site, keyed by path: landing page, documentation, coverage, news and assets. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Directory } from '../directory/directory.ts'
import { readAssets } from './assets.ts'
import { renderCoverage } from './coverage.ts'
import {
  addressOf,
  documentMarkdown,
  linkMarkdown,
  markdownAddressOf,
  readDocuments,
  renderDocument,
  renderVersions,
} from './documentation.ts'
import { readElementScripts } from './elements/element-scripts.ts'
import { atomFeed, jsonFeed } from './feeds.ts'
import { html } from './html.ts'
import { landingMain } from './landing.ts'
import { renderMarkdown } from './markdown.ts'
import { readNews } from './news.ts'
import { renderEntry, renderNews } from './news-pages.ts'
import { type Frame, renderPage } from './page-layout.ts'
import { type OpenApi, referencePage, renderReference } from './reference.ts'
import { createTableRenderers, htmlTable, markdownTable, type ProblemRow } from './tables.ts'

export interface SiteFile {
  type: string
  /** Called on the first request. Returns a generator if rendering takes long, so that it can run in small steps. */
  render(): Buffer | Promise<Buffer> | Generator<void, Buffer>
  /** Whether the URL changes with the content, so that caches may keep the file forever. */
  isImmutable?: boolean
}

export interface Site {
  /** Keyed by path, without a trailing slash. */
  files: Map<string, SiteFile>
  /** Separate from `files`, because feeds contain absolute URLs and so depend on the base URL of the service. */
  feeds: Map<string, { type: string; render(published: string): string }>
  /**
   * Returns the current asset for a path with any digest, because a page from another version of the service may still
   * request it.
   */
  assetAt(path: string): SiteFile | undefined
  errorPage(status: number, title: string, sentence: string): string
  /** The pages of the documentation as Markdown. */
  documents: { slug: string; title: string; summary: string; render(): string }[]
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
const markdownType = 'text/markdown; charset=utf-8'

export function createSite({ directory, problems, loadOpenApi, base }: SiteOptions): Site {
  const assets = readAssets()
  const scripts = assets.files.map(({ name }) => name).filter((name) => name.endsWith('.js'))
  const frame: Frame = { base, assets: assets.folder, revision: directory.revision }
  const files = new Map<string, SiteFile>()
  const add = (path: string, type: string, render: () => string | Buffer | Promise<string>): void => {
    files.set(path.replace(/(?<=.)\/$/, ''), { type, render: async () => Buffer.from(await render()) })
  }

  for (const { name, type, bytes } of assets.files) {
    files.set(`${assets.folder}/${name}`, { type, render: () => bytes, isImmutable: true })
  }
  add('/', htmlType, () => renderPage(frame, landingContent(frame, directory, scripts)))

  files.set('/coverage', {
    type: htmlType,
    render: function* () {
      return Buffer.from(yield* renderCoverage(frame, directory.packed, new Date()))
    },
  })

  const documents = readDocuments()
  const contents = [...documents.map(({ slug, title }) => ({ slug, title })), referencePage]
  const tables = createTableRenderers(directory, problems, htmlTable)
  const markdownTables = createTableRenderers(directory, problems, markdownTable)
  add('/docs', htmlType, () => renderVersions(frame))
  const markdownPages = documents.map((document) => ({
    ...document,
    render: () => documentMarkdown(base, document, markdownTables),
  }))
  for (const document of documents)
    add(addressOf(document.slug), htmlType, () => renderDocument(frame, document, contents, tables))
  for (const { slug, render } of markdownPages) add(markdownAddressOf(slug), markdownType, render)
  add(addressOf(referencePage.slug), htmlType, async () =>
    renderReference(frame, JSON.parse(await loadOpenApi()) as OpenApi, contents),
  )
  add(addressOf('openapi.json'), 'application/json; charset=utf-8', async () => loadOpenApi())
  add('/llms.txt', textType, () => linkMarkdown(readLlmsText(), base))
  for (const { path, read } of readElementScripts()) add(path, scriptType, read)
  add('/robots.txt', textType, () => 'User-agent: *\nDisallow: /v1/\nDisallow: /index.php\n')

  const news = readNews(fileURLToPath(new URL('../../news/', import.meta.url)), (text) => renderMarkdown(text, '').html)
  add('/news', htmlType, () => renderNews(frame, news))
  for (const entry of news) add(`/news/${entry.slug}`, htmlType, () => renderEntry(frame, entry))

  return {
    files,
    feeds: new Map([
      ['/news/feed.atom', { type: 'application/atom+xml; charset=utf-8', render: (at) => atomFeed(news, at) }],
      ['/news/feed.json', { type: 'application/feed+json; charset=utf-8', render: (at) => jsonFeed(news, at) }],
    ]),
    assetAt: (path) => {
      const name = /^\/assets\/[0-9a-f]{12}\/((?:[\w-]+\/)?[\w.-]+)$/.exec(path)?.[1]
      const found = name === undefined ? undefined : files.get(`${assets.folder}/${name}`)
      return found && { type: found.type, render: found.render }
    },
    documents: markdownPages,
    errorPage: (status, title, sentence) => {
      const main = html`<div class="prose problem"><p class="status">${status}</p><h1>${title}</h1><p>${sentence}</p>
<p><a href="${base}/">Find a bank</a> or read the <a href="${base}${addressOf('')}">documentation</a>.</p></div>`
      return renderPage(frame, { title: `${title} · Bank Lookup`, description: sentence, main })
    },
  }
}

const readLlmsText = (): string => readFileSync(new URL('../../docs/site/llms.txt', import.meta.url), 'utf8')

function landingContent(
  frame: Frame,
  { countries }: Directory,
  scripts: readonly string[],
): Parameters<typeof renderPage>[1] {
  const states = countries.filter(({ kind }) => kind === 'country')
  const banks = states.reduce((sum, { bank_count }) => sum + bank_count, 0)
  return {
    title: 'Bank Lookup: banks and their codes by country',
    description: `Search ${banks.toLocaleString('en')} banks in ${states.length} countries and their codes, in a directory that you host yourself.`,
    main: landingMain(frame, countries),
    section: 'explore',
    scripts: ['explorer.js', ...scripts.filter((name) => name !== 'explorer.js')],
  }
}
