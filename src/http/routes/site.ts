/** The pages of the site, their assets and the scripts for other pages, except the landing page, which is part of the root route. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { elementScripts } from '../../site/elements/element-scripts.ts'
import { problem, quoted } from '../errors/problems.ts'
import { pathOnly } from '../errors/redaction.ts'
import { replyWith } from '../responses/send-response.ts'

const paths = [
  '/coverage',
  '/docs',
  '/docs/:version',
  '/docs/:version/:page',
  '/news',
  '/news/:entry',
  '/assets/:digest/:file',
  '/assets/:digest/:folder/:file',
  '/llms.txt',
  '/robots.txt',
  ...elementScripts,
]

export function siteRoutes(app: FastifyInstance, baseUrl: string): void {
  for (const path of paths) {
    app.get(path, {
      config: { isPage: true },
      handler: async (request, reply) => {
        const { find } = await request.snapshot.loadSite()
        const requestPath = pathOnly(request)
        const page = await find(requestPath.replace(/\/$/, ''), publicUrl(request, baseUrl))
        if (!page && elementScripts.includes(requestPath)) throw problem('script_not_built', { value: requestPath })
        if (!page) throw problem('path_unknown', { value: quoted(requestPath) })
        return replyWith(request, reply, page)
      },
    })
  }
}

/**
 * Returns the configured URL. Without one, returns the origin of the request, with `localhost` in place of an invalid
 * host.
 */
function publicUrl({ protocol, headers: { host = '' } }: FastifyRequest, baseUrl: string): string {
  return baseUrl || `${protocol}://${/^[a-z0-9.:[\]-]+$/i.test(host) ? host : 'localhost'}`
}
