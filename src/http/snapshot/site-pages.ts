/** Serves the pages of the site. The site is loaded on first use or in the background; each page is rendered once. */
import type { Directory } from '../../directory/directory.ts'
import type { Site } from '../../site/site.ts'
import type { Scheduler } from '../admission/scheduler.ts'
import { problemRows } from '../errors/problems.ts'
import { lazy } from '../lazy.ts'
import { pageHeaders } from '../responses/common-headers.ts'
import { smallLevel } from '../responses/compression.ts'
import { type PreparedResponse, prepareUncompressed, recompress } from '../responses/prepared-response.ts'

export interface SitePages {
  /** Returns the page at this path, if there is one. `baseUrl` is the public URL of the service, for links in feeds. */
  find(path: string, baseUrl: string): Promise<PreparedResponse | undefined>
  errorPage: Site['errorPage']
  documents: Site['documents']
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

const immutable = { 'Cache-Control': 'public, max-age=31536000, immutable' }

export const createLazySite = (options: SiteOptions): LazySite => lazy(() => loadSite(options))

async function loadSite(options: SiteOptions): Promise<SitePages> {
  const { directory, baseUrl, loadOpenApi, common } = options
  // Import the site on first use: loading it at startup would delay the first list response.
  const { createSite } = await import('../../site/site.ts')
  const base = baseUrl === '' ? '' : new URL(baseUrl).pathname.replace(/\/$/, '')
  const site = createSite({ directory, problems: problemRows, loadOpenApi, base })
  // Without a configured base URL, the links in a feed contain the Host header of the request, so a shared cache must
  // not send the feed to other clients.
  const feedHeaders = { ...common, ...(baseUrl === '' && { 'Cache-Control': 'private, max-age=300' }) }
  const pages = new Map<string, Promise<PreparedResponse | undefined>>()
  return {
    find: async (path, requestBaseUrl) => {
      const feed = site.feeds.get(path)
      if (feed) return prepareUncompressed(Buffer.from(feed.render(requestBaseUrl)), feedHeaders, feed.type)
      const known = pages.get(path)
      if (known) return known
      const rendering = renderPage(site, path, options)
      pages.set(path, rendering)
      const page = await rendering.catch((error) => {
        pages.delete(path)
        throw error
      })
      // Do not cache unknown paths: a client can request any number of them.
      if (page === undefined) pages.delete(path)
      return page
    },
    errorPage: site.errorPage,
    documents: site.documents,
  }
}

async function renderPage(
  site: Site,
  path: string,
  { scheduler, common }: SiteOptions,
): Promise<PreparedResponse | undefined> {
  const file = site.files.get(path) ?? site.assetAt(path)
  if (!file) return undefined
  // Vary on `Accept` at `/`, where it selects either this page or JSON.
  const vary = path === '/' ? { Vary: 'Accept, Accept-Encoding' } : {}
  const headers = { ...common, ...pageHeaders, ...vary, ...(file.isImmutable && immutable) }
  const content = await file.render()
  const bytes = Buffer.isBuffer(content) ? content : await scheduler.runSteps('pages', content)
  const page = prepareUncompressed(bytes, headers, file.type)
  // Pages and scripts are compressed once and sent many times.
  await recompress(page, smallLevel)
  return page
}
