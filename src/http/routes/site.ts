/** Pages for people: coverage, documentation, news, and what pages load. The landing page is the root request's. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pathOf } from '../errors/error-handler.ts'
import { problem, quoted } from '../errors/problems.ts'
import { replyPrepared } from '../responses/prepared-response.ts'

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
]

export function siteRoutes(app: FastifyInstance, baseUrl: string): void {
  for (const path of paths) {
    app.get(path, {
      config: { isPage: true },
      handler: async (request, reply) => {
        const { find } = await request.edition.site()
        const sent = pathOf(request)
        const body = await find(sent.replace(/\/$/, ''), publishedAt(request, baseUrl))
        if (!body) throw problem('path_unknown', { value: quoted(sent) })
        return replyPrepared(request, reply, body)
      },
    })
  }
}

/** Without a setting, what the caller calls us; not what could not be a host in an address. */
function publishedAt({ protocol, headers: { host = '' } }: FastifyRequest, baseUrl: string): string {
  return baseUrl || `${protocol}://${/^[a-z0-9.:[\]-]+$/i.test(host) ? host : 'localhost'}`
}
