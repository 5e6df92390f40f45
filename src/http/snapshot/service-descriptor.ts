/** The JSON response of `GET /`: name and version of the service, data revision, and links to the endpoints. */
import type { FromSchema } from 'json-schema-to-ts'
import { objectSchema } from '../../directory/records/json-schema.ts'
import { apiPaths } from '../api-paths.ts'

const link = (description: string) => ({ type: 'string', format: 'uri-reference', description }) as const

export const descriptorSchema = objectSchema('Descriptor', {
  service: { const: 'bank-lookup' },
  version: { const: '1.0', description: 'Version of the interface' },
  revision: { type: 'string', description: 'Revision of the data' },
  links: objectSchema('Links', {
    supported_countries: link('The supported countries'),
    banks: link('All banks in a country'),
    search: link('Bank search'),
    branches: link('The branches of a bank'),
    resolve: link('The banks that an identifier belongs to, or why it is invalid'),
    account_requirements: link('The fields of an account form in a country'),
    accounts_check: link('The bank, the BIC and the IBAN of an account, or why it is invalid'),
    changes: link('Changes in the lists since a revision'),
    openapi: link('The OpenAPI 3.1 description'),
    documentation: link('Documentation for this version'),
    news: link('Announcements, as an Atom feed'),
    health: link('Liveness check'),
    readiness: link('Readiness check'),
  }),
})

export type Descriptor = FromSchema<typeof descriptorSchema>

export const describeService = (revision: string, baseUrl: string): Descriptor => ({
  service: 'bank-lookup',
  version: '1.0',
  revision,
  links: {
    supported_countries: `${baseUrl}${apiPaths.supportedCountries}`,
    banks: `${baseUrl}${apiPaths.banks}`,
    search: `${baseUrl}${apiPaths.search}`,
    branches: `${baseUrl}${apiPaths.branches}`,
    resolve: `${baseUrl}${apiPaths.resolve}`,
    account_requirements: `${baseUrl}${apiPaths.accountRequirements}`,
    accounts_check: `${baseUrl}${apiPaths.accountsCheck}`,
    changes: `${baseUrl}${apiPaths.changes}`,
    openapi: `${baseUrl}${apiPaths.openApi}`,
    documentation: `${baseUrl}/docs/1.0/`,
    news: `${baseUrl}/news/feed.atom`,
    health: `${baseUrl}${apiPaths.health}`,
    readiness: `${baseUrl}${apiPaths.readiness}`,
  },
})
