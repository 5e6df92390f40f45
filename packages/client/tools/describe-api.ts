/** The parts of the OpenAPI description from which the types of the clients are generated, in each language. */
import { readFileSync } from 'node:fs'
import { readOpenApi } from './read-open-api.ts'

const dataFolder = new URL('../../../data/', import.meta.url)

/** The operations that the client has methods for. */
const operationIds = [
  'listBanks',
  'getBank',
  'searchBanks',
  'listBranches',
  'resolveIdentifiers',
  'listSupportedCountries',
  'getAccountRequirements',
  'checkAccounts',
  'listChanges',
  'createRecord',
]

// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
type Json = any

export interface ApiDescription {
  /** The OpenAPI document, without what the clients do not use. */
  document: Json
  schemes: string[]
  rails: string[]
  errors: string[]
}

export async function describeApi(): Promise<ApiDescription> {
  const document = JSON.parse(await readOpenApi())
  const idsOf = (file: string): string[] =>
    JSON.parse(readFileSync(new URL(file, dataFolder), 'utf8'))
      .map(({ id }: { id: string }) => id)
      .sort()
  return {
    document: reduce(document),
    schemes: idsOf('schemes.json'),
    rails: idsOf('rails.json'),
    errors: Object.keys(document.components.examples).sort(),
  }
}

/**
 * Keeps the query parameters and the responses of the operations that the client uses. Examples are left out: they come
 * from the data, so the types would change with every data release.
 */
function reduce({ openapi, info, paths, components }: Json): Json {
  const kept: Json = {}
  for (const [path, methods] of Object.entries<Json>(paths)) {
    for (const [method, { operationId, parameters = [], responses }] of Object.entries<Json>(methods)) {
      if (!operationIds.includes(operationId)) continue
      const { schema } = responses[200].content['application/json']
      const query = parameters.filter((parameter: Json) => parameter.in === 'query')
      kept[path] = {
        [method]: {
          operationId,
          parameters: query.map(({ example, ...parameter }: Json) => parameter),
          responses: { 200: { description: 'Success', content: { 'application/json': { schema } } } },
        },
      }
    }
  }
  return { openapi, info, paths: kept, components: { schemas: reachableSchemas(kept, components.schemas) } }
}

function reachableSchemas(paths: Json, schemas: Json): Json {
  const names = new Set(referencedNames(paths))
  for (const name of names) for (const next of referencedNames(schemas[name])) names.add(next)
  const reached = Object.entries(schemas).filter(([name]) => names.has(name))
  // A list is the annotation; an object is a property with this name.
  const withoutExamples = (key: string, value: Json): Json =>
    key === 'examples' && Array.isArray(value) ? undefined : value
  return JSON.parse(JSON.stringify(Object.fromEntries(reached), withoutExamples))
}

const referencedNames = (value: Json): string[] =>
  Array.from(JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g), ([, name = '']) => name)
