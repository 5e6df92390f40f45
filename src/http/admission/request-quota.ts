/**
 * Decides which quota a request counts against. Pages have a quota of their own, so that a person who reads the
 * documentation does not use up the quota of the API, and the other way round. It looks at requests that have not been
 * routed yet.
 */
import type { IncomingMessage } from 'node:http'
import type { RouteOptions } from 'fastify'

/**
 * Preflights, missing static files and the small files that crawlers load count as `static`, which has the largest quota.
 * Requests with `none` are not counted: health checks and static files.
 */
export type RequestQuota = 'api' | 'pages' | 'static' | 'none'

export type QuotaReader = (request: IncomingMessage) => RequestQuota

type RouteQuota = RequestQuota | QuotaReader

/** Reads the routes on first use, when all of them are registered. Unknown paths count against the quota of the API. */
export function createQuotaReader(routes: readonly RouteOptions[]): QuotaReader {
  let findQuota: ((path: string) => RouteQuota) | undefined
  return (request) => {
    const { method, url = '' } = request
    if (method === 'OPTIONS') return 'static'
    if (method !== 'GET' && method !== 'HEAD') return 'api'
    findQuota ??= createPathLookup(routes)
    const quota = findQuota(pathOf(url))
    return typeof quota === 'string' ? quota : quota(request)
  }
}

function createPathLookup(routes: readonly RouteOptions[]): (path: string) => RouteQuota {
  const exact = new Map<string, RouteQuota>()
  const patterns: { pattern: RegExp; quota: RouteQuota }[] = []
  for (const route of routes) {
    const quota = quotaOfRoute(route)
    if (quota === 'api' || ![route.method].flat().includes('GET')) continue
    if (route.url.includes(':')) patterns.push({ pattern: patternOf(route.url), quota })
    else exact.set(pathOf(route.url), quota)
  }
  return (path) => exact.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.quota ?? 'api'
}

const quotaOfRoute = ({ config: { quota, isPage } = {} }: RouteOptions): RouteQuota =>
  quota ?? (isPage ? 'pages' : 'api')

const patternOf = (route: string): RegExp =>
  new RegExp(`^${route.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`)

const pathOf = (url: string): string => url.replace(/\?.*$/s, '').replace(/(?<=.)\/$/, '')
