/** The pages of the site, their assets and the scripts for other pages, except the start page, which is part of the root route. */
import type { FastifyInstance } from 'fastify'
import { elementScripts } from '../../site/element-scripts.ts'
import { rootFiles } from '../../site/root-files.ts'
import type { RequestQuota } from '../admission/request-quota.ts'
import { problem, quoted } from '../errors/problems.ts'
import { pathOnly } from '../errors/redaction.ts'
import { requestOrigin } from '../request-origin.ts'
import { replyWith } from '../responses/send-response.ts'

const pages = [
  '/check',
  '/coverage',
  '/docs',
  '/docs/:version',
  '/docs/:version/:page',
  '/news',
  '/news/:entry',
  '/llms.txt',
  '/sitemap.xml',
  '/sitemaps/:file',
]

/** Browsers and crawlers load these by themselves, so they do not count against a quota. */
const staticFiles = [
  '/assets/:digest/:file',
  '/assets/:digest/:folder/:file',
  '/manifest.webmanifest',
  '/robots.txt',
  ...elementScripts,
]

export function siteRoutes(app: FastifyInstance): void {
  addRoutes(app, pages, { quota: 'pages' })
  addRoutes(app, staticFiles, { quota: 'none' })
  addRoutes(app, Object.keys(rootFiles), { quota: 'none', isMissingQuietly: true })
}

interface FileConfig {
  quota: RequestQuota
  isMissingQuietly?: true
}

function addRoutes(app: FastifyInstance, paths: readonly string[], config: FileConfig): void {
  for (const path of paths) {
    app.get(path, {
      config: { isPage: true, ...config },
      handler: async (request, reply) => {
        const { find } = await request.snapshot.loadSite()
        const requestPath = pathOnly(request)
        const page = await find(requestPath.replace(/\/$/, ''), requestOrigin(request))
        if (!page && elementScripts.includes(requestPath)) throw problem('script_not_built', { value: requestPath })
        if (!page) throw problem('path_unknown', { value: quoted(requestPath) })
        return replyWith(request, reply, page)
      },
    })
  }
}
