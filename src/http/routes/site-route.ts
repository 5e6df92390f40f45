/** The pages of the site, their assets and the scripts for other pages, except the start page, which is part of the root route. */
import type { FastifyInstance } from 'fastify'
import { assetNameAt, elementScripts, rootFiles } from '../../site/assets.ts'
import type { QuotaReader, RequestQuota } from '../admission/request-quota.ts'
import { problem, quoted } from '../errors/problems.ts'
import { pathOnly } from '../errors/redaction.ts'
import { replyWith } from '../responses/send-response.ts'

const pages = [
  '/changes',
  '/changes/feed.atom',
  '/changes/feed.json',
  '/check',
  '/contributing',
  '/countries/:country/feed.atom',
  '/countries/:country/feed.json',
  '/coverage',
  '/data-licence',
  '/docs',
  '/docs/:version',
  '/docs/:version/:page',
  '/docs/:version/countries/:country',
  '/news',
  '/news/:entry',
  '/llms.txt',
  '/sitemap.xml',
  '/sitemaps/:file',
]

const assets = ['/assets/:digest/:file', '/assets/:digest/:folder/:file']

/** A page loads dozens of assets, so they do not count against a quota. */
const assetQuota: QuotaReader = ({ url = '' }) => (assetNameAt(url.replace(/\?.*/s, '')) ? 'none' : 'static')

export function siteRoutes(app: FastifyInstance): void {
  addRoutes(app, pages, { quota: 'pages' })
  addRoutes(app, assets, { quota: assetQuota })
  addRoutes(app, ['/manifest.webmanifest', '/robots.txt'], { quota: 'static' })
  addRoutes(app, elementScripts, { quota: 'none' })
  addRoutes(app, Object.keys(rootFiles), { quota: 'none', isMissingQuietly: true })
}

interface FileConfig {
  quota: RequestQuota | QuotaReader
  isMissingQuietly?: true
}

function addRoutes(app: FastifyInstance, paths: readonly string[], config: FileConfig): void {
  for (const path of paths) {
    app.get(path, {
      config: { isPage: true, ...config },
      handler: async (request, reply) => {
        const { find } = await request.snapshot.loadSite()
        const requestPath = pathOnly(request)
        const page = await find(requestPath.replace(/\/$/, ''), request)
        if (!page && elementScripts.includes(requestPath)) throw problem('script_not_built', { value: requestPath })
        if (!page) throw problem('path_unknown', { value: quoted(requestPath) })
        return replyWith(request, reply, page)
      },
    })
  }
}
