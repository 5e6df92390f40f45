/** The root request: what this service is, which data it serves, and where everything else is. */
import type { FastifyInstance } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import type { Directory } from '../../directory/directory.ts'
import { whole } from '../../directory/schema.ts'
import { readyBody, replyBody } from '../bodies.ts'

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
    health: link('Whether the process lives'),
    readiness: link('Whether lookups can be answered'),
  }),
})

export type Descriptor = FromSchema<typeof descriptorSchema>

export async function rootRoute(
  app: FastifyInstance,
  { directory, baseUrl, common }: { directory: Directory; baseUrl: string; common: Record<string, string> },
): Promise<void> {
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
      health: `${baseUrl}/healthz`,
      readiness: `${baseUrl}/readyz`,
    },
  }
  const body = await readyBody(Buffer.from(JSON.stringify(descriptor)), common)
  app.get('/', {
    schema: { summary: 'What this service is', response: { 200: descriptorSchema } },
    config: { inInterface: true },
    handler: async (request, reply) => replyBody(request, reply, body),
  })
}
