/** Describes one operation of the API: a route and one of its methods. */
import type { RouteOptions } from 'fastify'
import { securitySchemes } from './api-info.ts'
import { describeErrors, describeProviderErrors } from './errors.ts'
import type { OperationExample } from './examples.ts'
import { headerRefs, rateLimitHeaders } from './headers.ts'
import type { PublishSchema } from './published-schema.ts'
import type { Schema } from './route-description.ts'

type Config = NonNullable<RouteOptions['config']>

export function describeOperation(
  route: RouteOptions,
  method: string,
  publish: PublishSchema,
  examples: ReadonlyMap<string, OperationExample>,
): Schema {
  const { config = {} as Config, schema = {} } = route
  const { operationId = '', tags, summary, description } = schema
  const { params, querystring, response } = schema as Record<string, Schema | undefined>
  const body = config.publishedBody ?? (schema.body as object | undefined)
  const example = examples.get(operationId)
  // Only GET and HEAD have 304 responses.
  const isConditional = method === 'GET' && !config.isUncached
  return {
    operationId,
    summary,
    description,
    tags,
    ...(config.inInterface && { 'x-interface': '1.0' }),
    // The empty object makes the key optional. Sending a key anyway raises the rate limit.
    security: [
      ...(config.needsKey ? [] : [{}]),
      ...(config.errors ? [] : Object.keys(securitySchemes).map((name) => ({ [name]: [] }))),
    ],
    parameters: [
      ...describeParameters('path', params, publish),
      ...describeParameters('query', querystring, publish),
      ...describeParameters('header', { properties: config.headers ?? {} }, publish),
      ...(isConditional ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: publish(body), ...(example?.body && { example: example.body }) },
        },
      },
    }),
    responses: {
      ...describeResponses(response as Record<number, Schema>, config, publish, example),
      ...(isConditional && { 304: { $ref: '#/components/responses/NotModified' } }),
      ...(config.errors
        ? describeProviderErrors(config.problems ?? [], config.errors, publish)
        : describeErrors(config.problems ?? [], config.quota === 'none')),
    },
  }
}

type ParameterPlace = 'path' | 'query' | 'header'

/** Descriptions and examples belong to the parameter: generators do not look for them in its schema. */
function describeParameters(place: ParameterPlace, schema: Schema | undefined, publish: PublishSchema): Schema[] {
  const required = (schema?.required ?? []) as string[]
  return Object.entries((schema?.properties ?? {}) as Record<string, Schema>).map(([name, property]) => {
    const { description, examples, ...rest } = property
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      description,
      // A list is one comma-separated value, not a repeated parameter.
      ...(property.type === 'array' && { style: 'form', explode: false }),
      schema: publish(rest),
      ...(Array.isArray(examples) && { example: examples[0] }),
    }
  })
}

/** Describes the responses that the route declares with a schema. */
function describeResponses(
  response: Record<number, Schema>,
  { isUncached = false, quota }: Config,
  publish: PublishSchema,
  example: OperationExample | undefined,
): Schema {
  const described = Object.entries(response).map(([status, schema]) => {
    const type = String(schema.contentMediaType ?? 'application/json')
    const headers = headerRefs([
      'Cache-Control',
      'Data-Revision',
      isUncached ? 'X-Request-Id' : 'ETag',
      ...(quota === 'none' ? [] : rateLimitHeaders),
      ...(schema.contentMediaType === undefined ? [] : ['Content-Disposition' as const]),
    ])
    const media = { schema: publish(schema), ...(status === '200' && example && { example: example.response }) }
    return [status, { description: status === '200' ? 'Success' : 'Unavailable', headers, content: { [type]: media } }]
  })
  return Object.fromEntries(described)
}
