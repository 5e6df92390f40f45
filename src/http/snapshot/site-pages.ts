/** The site behind the service: opened when a page is first asked for, or in the background; each page made once. */
import type { Directory } from '../../directory/directory.ts'
import type { Site } from '../../site/site.ts'
import type { Scheduler } from '../admission/scheduler.ts'
import { problems } from '../errors/problems.ts'
import { type PreparedResponse, prepareResponse, prepareUncompressed } from '../responses/prepared-response.ts'

export interface SitePages {
  /** The page at this path, if there is one. `published`: the address at which the service was asked. */
  find(path: string, published: string): Promise<PreparedResponse | undefined>
  errorPage: Site['errorPage']
}

/** Begins at the first call. */
export type LazySite = () => Promise<SitePages>

/** Nothing from elsewhere, nothing in line: what a page can load or send to is ours alone. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const pageHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Referrer-Policy': 'no-referrer',
}

const immutable = { 'Cache-Control': 'public, max-age=31536000, immutable' }

export interface SiteParts {
  directory: Directory
  scheduler: Scheduler
  /** The published address, or nothing where it is that of the request. */
  baseUrl: string
  openApi: () => string
  common: Record<string, string>
}

export function createLazySite({ directory, scheduler, baseUrl, openApi, common }: SiteParts): LazySite {
  let opened: Promise<SitePages> | undefined
  const base = baseUrl === '' ? '' : new URL(baseUrl).pathname.replace(/\/$/, '')
  // An address that the caller chose is for that caller alone.
  const ofFeeds: Record<string, string> = baseUrl === '' ? { 'Cache-Control': 'private, max-age=300' } : {}
  const rows = Object.entries(problems).map(([code, { status, sentence }]) => ({ code, status, sentence }))

  const open = async (): Promise<SitePages> => {
    // Only now: nobody who asks for a list should wait for the pages.
    const { createSite } = await import('../../site/site.ts')
    const site = createSite({ directory, problems: rows, openApi: openApi(), base })
    const bodies = new Map<string, Promise<PreparedResponse | undefined>>()
    const make = async (path: string): Promise<PreparedResponse | undefined> => {
      const file = site.files.get(path) ?? site.assetAt(path)
      if (!file) return undefined
      // At the root the kind of the answer depends on what is accepted.
      const vary = path === '/' ? { Vary: 'Accept, Accept-Encoding' } : {}
      const headers = { ...common, ...pageHeaders, ...vary, ...(file.isImmutable && immutable) }
      const made = file.render()
      return prepareResponse(Buffer.isBuffer(made) ? made : await scheduler.runSteps('pages', made), headers, file.type)
    }
    return {
      find: async (path, published) => {
        const feed = site.feeds.get(path)
        if (feed) return prepareUncompressed(Buffer.from(feed.render(published)), { ...common, ...ofFeeds }, feed.type)
        const known = bodies.get(path)
        if (known) return known
        const body = make(path)
        bodies.set(path, body)
        // Paths that do not exist are not remembered: there is no end of them.
        const made = await body.catch((error) => {
          bodies.delete(path)
          throw error
        })
        if (made === undefined) bodies.delete(path)
        return made
      },
      errorPage: site.errorPage,
    }
  }
  return () => {
    opened ??= open()
    return opened
  }
}
