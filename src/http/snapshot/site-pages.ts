/** Serves the files of the site. The site is loaded on first use or in the background; each file is rendered once. */
import type { FastifyRequest } from 'fastify'
import type { Directory } from '../../directory/lookups.ts'
import { createAsyncCache } from '../../directory/memoize.ts'
import type { CitationCounts } from '../../directory/views/source-citations.ts'
import { addressMark } from '../../site/documentation/addresses.ts'
import { escapeText } from '../../site/html.ts'
import type { Site, SiteFile } from '../../site/site.ts'
import type { Scheduler } from '../admission/scheduler.ts'
import { problemRows } from '../errors/problems.ts'
import { requestOrigin } from '../request-origin.ts'
import { pageHeaders } from '../responses/common-headers.ts'
import { smallLevel } from '../responses/compression.ts'
import { negotiatedResponse } from '../responses/one-off-response.ts'
import {
  cacheableHeaders,
  type PreparedResponse,
  prepareUncompressed,
  recompress,
} from '../responses/prepared-response.ts'
import { type HeaderLines, headerLines, type SendableResponse } from '../responses/send-response.ts'
import { lazy } from './lazy-lookups.ts'

export interface SitePages {
  /** Returns the file at this path, if there is one. */
  find(path: string, request: FastifyRequest): Promise<SendableResponse | undefined>
  errorPage: Site['errorPage']
  /** The pages of the documentation as Markdown, for a client that reaches the service at `origin`. */
  documentsFor(origin: string): { slug: string; title: string; summary: string; render(): string }[]
  /** Pages that are rendered for each request. */
  explorer: Site['explorer']
  renderSources: Site['sources']['render']
  /** Counts the citations of all sources. Concurrent calls share one count, and later ones its result. */
  countCitations(): CitationCounts | Promise<CitationCounts>
  /** The path of the configured base URL, without a trailing slash. */
  base: string
  /** The headers of `explorer` pages: those that caches may store, and those that they may not. */
  headers: { cacheable: HeaderLines; private: HeaderLines }
}

/** Returns the site, or a promise of it until it is loaded. The first call loads it. */
export type LazySite = () => SitePages | Promise<SitePages>

export interface SiteOptions {
  directory: Directory
  scheduler: Scheduler
  /** The configured public URL. If it is empty, absolute URLs start with the origin of the request. */
  baseUrl: string
  reportUrl?: string | undefined
  loadOpenApi(): string | Promise<string>
  common: Record<string, string>
}

/** Smaller files are not compressed, because they would hardly become smaller. */
const compressedBytesMin = 1024

const immutable = { 'Cache-Control': 'public, max-age=31536000, immutable' }

export const createLazySite = (options: SiteOptions): LazySite => lazy(() => loadSite(options))

async function loadSite({
  directory,
  scheduler,
  baseUrl,
  reportUrl,
  loadOpenApi,
  common,
}: SiteOptions): Promise<SitePages> {
  // Import the site on first use: loading it at startup would delay the first list response.
  const { createSite } = await import('../../site/site.ts')
  const site = createSite({ directory, problems: problemRows, loadOpenApi, baseUrl, reportUrl })
  const { explorer, sources, errorPage, base } = site
  // These files contain the Host header of the request, so a shared cache must not send them to other clients.
  const privateHeaders = cacheableHeaders({ ...common, ...pageHeaders, 'Cache-Control': 'private, max-age=300' })
  // Keyed by files of the site.
  const prepared = createAsyncCache<PreparedResponse>()
  const markedTexts = createAsyncCache<string>()

  async function render(file: SiteFile): Promise<Buffer> {
    const content = await file.render()
    return Buffer.isBuffer(content) ? content : scheduler.runSteps('pages', content)
  }

  async function prepare(path: string, file: SiteFile): Promise<PreparedResponse> {
    const rendered = await render(file)
    const bytes = file.hasAddressMark ? Buffer.from(insertAddress(rendered.toString(), file, baseUrl)) : rendered
    const headers = {
      ...common,
      ...pageHeaders,
      // `Accept` selects either this page or JSON.
      ...(path === '/' && { Vary: 'Accept, Accept-Encoding' }),
      ...(file.isImmutable && immutable),
    }
    const response = prepareUncompressed(bytes, headers, file.type)
    // Pages and scripts are compressed once and sent many times.
    if (bytes.length >= compressedBytesMin) await recompress(response, smallLevel)
    return response
  }

  /** A client can send any Host header, so the result is not cached. */
  async function respondWithOrigin(path: string, file: SiteFile, request: FastifyRequest): Promise<SendableResponse> {
    const text = await markedTexts(path, async () => (await render(file)).toString())
    const complete = await scheduler.run(request.admission.address, () =>
      insertAddress(text, file, requestOrigin(request)),
    )
    return negotiatedResponse(request.raw, complete, privateHeaders, file.type)
  }

  return {
    find: async (path, request) => {
      const file = site.files.get(path)
      if (file?.hasAddressMark && baseUrl === '') return respondWithOrigin(path, file, request)
      if (file) return prepared(path, () => prepare(path, file))
      const asset = site.assetAt(path)
      return asset && prepared(`any digest ${asset.name}`, () => prepare(path, asset))
    },
    errorPage,
    documentsFor: (origin) => site.documents.map((page) => ({ ...page, render: () => page.render(baseUrl || origin) })),
    explorer,
    renderSources: sources.render,
    countCitations: lazy(() => scheduler.runSteps('pages', sources.count())),
    base,
    headers: {
      cacheable: cacheableHeaders({ ...common, ...pageHeaders, Vary: 'Accept, Accept-Encoding' }),
      private: headerLines(Object.entries({ ...common, ...pageHeaders }).flat()),
    },
  }
}

const insertAddress = (text: string, { type }: SiteFile, address: string): string =>
  text.replaceAll(addressMark, () => (type.includes('xml') ? escapeText(address) : address))
