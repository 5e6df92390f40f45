/** The JSON response of `GET /`: name and version of the service, data revision, and links to the endpoints. */
import { type BuildFacts, buildSchema } from '../../directory/builds/build-schema.ts'
import { objectSchema } from '../../directory/records/json-schema.ts'
import { apiPaths } from '../api-paths.ts'

/** The path and the description of each link. */
const links = {
  supported_countries: [apiPaths.supportedCountries, 'The supported countries'],
  banks: [apiPaths.banks, 'All banks in a country'],
  search: [apiPaths.search, 'Bank search'],
  branches: [apiPaths.branches, 'The branches of a bank'],
  resolve: [apiPaths.resolve, 'The banks that an identifier belongs to, or why it is invalid'],
  account_requirements: [apiPaths.accountRequirements, 'The fields of an account form in a country'],
  accounts_check: [apiPaths.accountsCheck, 'The bank, the BIC and the IBAN of an account, or why it is invalid'],
  changes: [apiPaths.changes, 'Changes in the lists since a revision'],
  openapi: [apiPaths.openApi, 'The OpenAPI 3.1 description'],
  documentation: ['/docs/1.0/', 'Documentation for this version'],
  news: ['/news/feed.atom', 'Announcements, as an Atom feed'],
  health: [apiPaths.health, 'Liveness check'],
  readiness: [apiPaths.readiness, 'Readiness check'],
} as const

type Link = readonly [path: string, description: string]

const mapLinks = <Value>(toValue: (link: Link) => Value) =>
  Object.fromEntries(Object.entries(links).map(([name, link]) => [name, toValue(link)])) as {
    [Name in keyof typeof links]: Value
  }

const linkSchema = ([, description]: Link) => ({ type: 'string', format: 'uri-reference', description }) as const

export const descriptorSchema = objectSchema('Descriptor', {
  service: { const: 'bank-lookup' },
  version: { const: '1.0', description: 'Version of the interface' },
  revision: { type: 'string', description: 'Revision of the data' },
  build: buildSchema,
  links: objectSchema('Links', mapLinks(linkSchema)),
})

export type Descriptor = ReturnType<typeof describeService>

export const describeService = (build: BuildFacts, baseUrl: string) => ({
  service: 'bank-lookup',
  version: '1.0',
  revision: build.revision,
  build,
  links: mapLinks(([path]) => baseUrl + path),
})
