/** Serves the pages of the site. The site is loaded on first use or in the background; each page is rendered once. */
import type { Directory } from '../../directory/directory.ts'
import type { Site, SiteFile } from '../../site/site.ts'
import type { Scheduler } from '../admission/scheduler.ts'
import { problemRows } from '../errors/problems.ts'
import { lazy } from '../lazy.ts'
import { pageHeaders } from '../responses/common-headers.ts'
import { smallLevel } from '../responses/compression.ts'
import {
  cacheableHeaders,
  type PreparedResponse,
  prepareUncompressed,
  recompress,
} from '../responses/prepared-response.ts'
import { type HeaderLines, headerLines } from '../responses/response-head.ts'
import { createPageCache } from './page-cache.ts'

export interface SitePages {
  /**
   * Returns the file at this path, if there is one. Links and examples in pages start with the configured base URL, or else
   * with `origin`, the origin of the request.
   */
  find(path: string, origin: string): Promise<PreparedResponse | undefined>
  errorPage: Site['errorPage']
  /** The pages of the documentation as Markdown, for a client that reaches the service at `origin`. */
  documentsFor(origin: string): { slug: string; title: string; summary: string; render(): string }[]
  /** Pages that are rendered for each request. */
  explorer: Site['explorer']
  /** The path of the configured base URL, without a trailing slash. */
  base: string
  /** Returns the configured base URL, or else `origin`, the origin of the request. */
  publicUrl(origin: string): string
  /** The headers of `explorer` pages: those that caches may store, and those that they may not. */
  headers: { cacheable: HeaderLines; private: HeaderLines }
}

/** Returns the site, or a promise of it until it is loaded. The first call loads it. */
export type LazySite = () => SitePages | Promise<SitePages>

export interface SiteOptions {
  directory: Directory
  scheduler: Scheduler
  /** The configured public URL; if it is empty, links in feeds use the URL of the request. */
  baseUrl: string
  loadOpenApi(): string | Promise<string>
  common: Record<string, string>
}

/** Three times what all pages with one public URL need. */
const pageBytesMax = 24 * 1024 * 1024

const immutable = { 'Cache-Control': 'public, max-age=31536000, immutable' }

export const createLazySite = (options: SiteOptions): LazySite => lazy(() => loadSite(options))

async function loadSite(options: SiteOptions): Promise<SitePages> {
  const { directory, baseUrl, loadOpenApi, common } = options
  // Import the site on first use: loading it at startup would delay the first list response.
  const { createSite } = await import('../../site/site.ts')
  const base = baseUrl === '' ? '' : new URL(baseUrl).pathname.replace(/\/$/, '')
  const site = createSite({ directory, problems: problemRows, loadOpenApi, base })
  // Without a configured base URL, links in pages and feeds contain the Host header of the request, so a shared cache must
  // not send them to other clients.
  const privately: Record<string, string> = baseUrl === '' ? { 'Cache-Control': 'private, max-age=300' } : {}
  /** Files that are the same for all clients, keyed by path. */
  const files = createPageCache(Number.POSITIVE_INFINITY)
  /** Keyed by public URL and path. A client can send any Host header, so this cache is bounded. */
  const pages = createPageCache(pageBytesMax)
  const render = (path: string, file: SiteFile, publicUrl: string): Promise<PreparedResponse> =>
    renderFile(file, publicUrl, options.scheduler, {
      ...common,
      ...pageHeaders,
      ...(file.hasPublicUrl && privately),
      // `Accept` selects either this page or JSON.
      ...(path === '/' && { Vary: 'Accept, Accept-Encoding' }),
      ...(file.isImmutable && immutable),
    })
  return {
    find: async (path, origin) => {
      const publicUrl = baseUrl || origin
      const feed = site.feeds.get(path)
      if (feed) return prepareUncompressed(Buffer.from(feed.render(publicUrl)), { ...common, ...privately }, feed.type)
      const file = site.files.get(path)
      if (file?.hasPublicUrl) return pages.getOrRender(`${publicUrl} ${path}`, () => render(path, file, publicUrl))
      if (file) return files.getOrRender(path, () => render(path, file, publicUrl))
      const asset = site.assetAt(path)
      return asset && files.getOrRender(`any digest ${asset.name}`, () => render(path, asset, publicUrl))
    },
    errorPage: (origin, error) => site.errorPage(baseUrl || origin, error),
    documentsFor: (origin) => site.documents.map((page) => ({ ...page, render: () => page.render(baseUrl || origin) })),
    explorer: site.explorer,
    base,
    publicUrl: (origin) => baseUrl || origin,
    headers: {
      cacheable: cacheableHeaders({ ...common, ...pageHeaders, ...privately, Vary: 'Accept, Accept-Encoding' }),
      private: headerLines(Object.entries({ ...common, ...pageHeaders }).flat()),
    },
  }
}

async function renderFile(
  file: SiteFile,
  publicUrl: string,
  scheduler: Scheduler,
  headers: Record<string, string>,
): Promise<PreparedResponse> {
  const content = await file.render(publicUrl)
  const bytes = Buffer.isBuffer(content) ? content : await scheduler.runSteps('pages', content)
  const page = prepareUncompressed(bytes, headers, file.type)
  // Pages and scripts are compressed once and sent many times.
  await recompress(page, smallLevel)
  return page
}
