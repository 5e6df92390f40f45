/** What the root request answers to programs: what this service is, which data it serves, where everything else is. */
import type { FromSchema } from 'json-schema-to-ts'
import { objectSchema } from '../../directory/records/json-schema.ts'

const link = (description: string) => ({ type: 'string', format: 'uri-reference', description }) as const

export const descriptorSchema = objectSchema('Descriptor', {
  service: { const: 'bank-lookup' },
  version: { const: '1.0', description: 'Version of the interface' },
  revision: { type: 'string', description: 'State of the data' },
  links: objectSchema('Links', {
    supported_countries: link('The countries for which bank lookup is supported'),
    banks: link('All banks of a country'),
    search: link('Banks by what somebody types'),
    resolve: link('Whose an identifier is, or why it is wrong'),
    changes: link('What changed in the lists since a revision'),
    openapi: link('The interface in OpenAPI 3.1'),
    documentation: link('The documentation of this version'),
    news: link('Announcements, as an Atom feed'),
    health: link('Whether the process lives'),
    readiness: link('Whether lookups can be answered'),
  }),
})

export type Descriptor = FromSchema<typeof descriptorSchema>

export const describeService = (revision: string, baseUrl: string): Descriptor => ({
  service: 'bank-lookup',
  version: '1.0',
  revision,
  links: {
    supported_countries: `${baseUrl}/v1/supported-countries/`,
    banks: `${baseUrl}/v1/banks`,
    search: `${baseUrl}/v1/search`,
    resolve: `${baseUrl}/v1/resolve`,
    changes: `${baseUrl}/v1/changes`,
    openapi: `${baseUrl}/openapi.json`,
    documentation: `${baseUrl}/docs/1.0/`,
    news: `${baseUrl}/news/feed.atom`,
    health: `${baseUrl}/healthz`,
    readiness: `${baseUrl}/readyz`,
  },
})
