/** The root request: what this service is and where everything else is; for a browser, the landing page. */
import type { FastifyInstance } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import type { Directory } from '../../directory/directory.ts'
import { whole } from '../../directory/schema.ts'
import { type Body, readyBody, replyBody } from '../bodies.ts'
import { prefersPage } from '../negotiate.ts'
import type { OpenSite } from '../site.ts'

const link = (description: string) => ({ type: 'string', format: 'uri-reference', description }) as const

export const descriptorSchema = whole('Descriptor', {
  service: { const: 'bank-lookup' },
  version: { const: '1.0', description: 'Version of the interface' },
  revision: { type: 'string', description: 'State of the data' },
  links: whole('Links', {
    supported_countries: link('The countries for which bank lookup is supported'),
    banks: link('All banks of a country'),
    search: link('Banks by what somebody types'),
    resolve: link('Whose an identifier is, or why it is wrong'),
    openapi: link('The interface in OpenAPI 3.1'),
    documentation: link('The documentation of this version'),
    news: link('Announcements, as an Atom feed'),
    health: link('Whether the process lives'),
    readiness: link('Whether lookups can be answered'),
  }),
})

export type Descriptor = FromSchema<typeof descriptorSchema>

export async function rootRoute(app: FastifyInstance, { directory, baseUrl, common, site }: RootParts): Promise<void> {
  const descriptor: Descriptor = {
    service: 'bank-lookup',
    version: '1.0',
    revision: directory.revision,
    links: {
      supported_countries: `${baseUrl}/v1/supported-countries/`,
      banks: `${baseUrl}/v1/banks`,
      search: `${baseUrl}/v1/search`,
      resolve: `${baseUrl}/v1/resolve`,
      openapi: `${baseUrl}/openapi.json`,
      documentation: `${baseUrl}/docs/1.0/`,
      news: `${baseUrl}/news/feed.atom`,
      health: `${baseUrl}/healthz`,
      readiness: `${baseUrl}/readyz`,
    },
  }
  const body = await readyBody(Buffer.from(JSON.stringify(descriptor)), { ...common, Vary: 'Accept, Accept-Encoding' })
  app.get('/', {
    schema: { summary: 'What this service is', response: { 200: descriptorSchema } },
    config: { inInterface: true },
    handler: async (request, reply) => {
      if (!prefersPage(request.headers.accept)) return replyBody(request, reply, body)
      const { find } = await site()
      return replyBody(request, reply, (await find('/', '')) as Body)
    },
  })
}

interface RootParts {
  directory: Directory
  baseUrl: string
  common: Record<string, string>
  site: OpenSite
}
