/**
 * Builds the OpenAPI 3.1 description from the route declarations: their JSON Schemas, which OpenAPI 3.1 can include
 * directly, and their problem codes. The examples come from the data.
 */
import type { RouteOptions } from 'fastify'
import { describeApi, securitySchemes, tags } from './api-info.ts'
import { errorResponses, problemSchema } from './errors.ts'
import { buildExamples, type ExampleData } from './examples.ts'
import { conditionalParameter, notModified, responseHeaders } from './headers.ts'
import { describeOperation } from './operation.ts'
import { sharedExamples } from './problem-examples.ts'
import { createSchemaPublisher } from './published-schema.ts'

/** The methods to describe. OpenAPI 3.1 cannot describe QUERY, and every GET implies HEAD. */
const describedMethods = ['GET', 'POST']

export async function buildOpenApi(routes: readonly RouteOptions[], data: ExampleData): Promise<string> {
  const { components: schemas, publish } = createSchemaPublisher()
  const examples = await buildExamples(data)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes.filter(({ config }) => !config?.isPage && !config?.hasOwnProtocol)) {
    for (const method of [route.method].flat().filter((name) => describedMethods.includes(name))) {
      const path = route.url.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] ??= {}
      paths[path][method.toLowerCase()] = describeOperation(route, method, publish, examples)
    }
  }
  publish(problemSchema)
  return JSON.stringify({
    openapi: '3.1.0',
    ...describeApi(data.baseUrl),
    tags,
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      responses: { NotModified: notModified, ...errorResponses },
      parameters: { IfNoneMatch: conditionalParameter },
      headers: responseHeaders,
      examples: sharedExamples,
      securitySchemes,
    },
  })
}
