/**
 * Builds the OpenAPI 3.1 description from the route declarations: their JSON Schemas, which OpenAPI 3.1 can include
 * directly, and their problem codes.
 */

import type { RouteOptions } from 'fastify'
import { type ProblemCode, problems } from './errors/problems.ts'
import { STATUS_CODES } from './node-http.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Problems that this route can return, in addition to `commonProblems`. */
    problems?: ProblemCode[]
    needsKey?: boolean
    /** Example of a valid body, shown in error messages. */
    example?: string
    /** Whether the route is part of interface 1.0 rather than an extension of it. */
    inInterface?: boolean
    /** Whether requests to this route are exempt from the rate limit and the key check. */
    isUncounted?: boolean
    /** Whether this is an HTML page, which is not part of the API. */
    isPage?: boolean
    /** Whether another protocol describes the route, so OpenAPI does not. */
    hasOwnProtocol?: boolean
  }
  interface FastifySchema {
    summary?: string
    description?: string
  }
}

interface Schema {
  [key: string]: unknown
}

/** Problems that every rate-limited route can return. */
const commonProblems: ProblemCode[] = [
  'key_in_url',
  'key_twice',
  'key_malformed',
  'key_refused',
  'rate_limited',
  'guesses_limited',
  'store_unavailable',
]

/** The methods to describe. OpenAPI 3.1 cannot describe QUERY, and every GET implies HEAD. */
const describedMethods = ['GET', 'POST']

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'A public hash key, live or demo' },
  header: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Public-Hash-Key',
    description: 'The same key, if `Authorization` is already in use, for example by a proxy',
  },
}

export function buildOpenApi(routes: RouteOptions[], baseUrl: string): string {
  const components: Record<string, Schema> = {}
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes.filter(({ config }) => !config?.isPage && !config?.hasOwnProtocol)) {
    for (const method of [route.method].flat().filter((name) => describedMethods.includes(name))) {
      const path = route.url.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] ??= {}
      paths[path][method.toLowerCase()] = describeOperation(route, method, components)
    }
  }
  return JSON.stringify({
    openapi: '3.1.0',
    info: {
      title: 'Bank Lookup Service',
      version: '1.0',
      summary: 'Banks by country, with their codes',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl || '/' }],
    paths,
    components: { schemas: components, securitySchemes },
  })
}

function describeOperation(route: RouteOptions, method: string, components: Record<string, Schema>): Schema {
  const { summary, description, params, querystring, body, response } = route.schema as Record<string, Schema>
  const success = (response as Record<number, Schema>)[200] as Schema
  const words = route.url.split(/[^a-z]+/).filter((word) => word && word !== 'v')
  return {
    operationId: [method.toLowerCase(), ...words].join('_'),
    summary,
    tags: [route.config?.inInterface ? 'interface 1.0' : 'beyond interface 1.0'],
    ...(description && { description }),
    // The empty object makes the key optional. Sending a key anyway raises the rate limit.
    security: [
      ...(route.config?.needsKey ? [] : [{}]),
      ...Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    ],
    parameters: [...describeParameters('path', params), ...describeParameters('query', querystring)],
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: hoist(body, components) } } },
    }),
    responses: {
      200: {
        description: 'Success',
        content: { [String(success.contentMediaType ?? 'application/json')]: { schema: hoist(success, components) } },
      },
      ...problemResponses([
        ...(route.config?.isUncounted ? ['key_in_url' as const] : commonProblems),
        ...(route.config?.problems ?? []),
      ]),
      default: { description: 'Any other error', content: problemContent([]) },
    },
  }
}

function describeParameters(location: 'path' | 'query', schema?: Schema): Schema[] {
  const required = (schema?.required ?? []) as string[]
  return Object.entries((schema?.properties ?? {}) as Record<string, Schema>).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    // A list is one comma-separated value, not a repeated parameter.
    ...(property.type === 'array' && { style: 'form', explode: false }),
    schema: property,
  }))
}

function problemResponses(codes: ProblemCode[]): Record<string, Schema> {
  const byStatus = Object.groupBy(codes, (code) => problems[code].status)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, statusCodes = []]) => [
      status,
      { description: STATUS_CODES[status] as string, content: problemContent(statusCodes) },
    ]),
  )
}

function problemContent(codes: ProblemCode[]): Schema {
  const examples = Object.fromEntries(codes.map((code) => [code, { value: problems[code].sentence }]))
  return {
    'text/plain': { schema: { type: 'string' }, ...(codes.length > 0 && { examples }) },
    'application/problem+json': {
      schema: {
        type: 'object',
        required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
        properties: {
          type: { type: 'string' },
          title: { type: 'string' },
          status: { type: 'integer' },
          detail: { type: 'string' },
          code: codes.length > 0 ? { enum: codes } : { type: 'string' },
          request_id: {
            type: 'string',
            description: "Id of the request in the operator's log; also in the header `X-Request-Id`",
          },
        },
      },
    },
  }
}

/**
 * Moves schemas that have a title to `components`, and refers to them by `$ref`. Drops `additionalProperties: false`,
 * because responses may gain fields.
 */
function hoist(schema: Schema, components: Record<string, Schema>): Schema {
  const copy = Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(key === 'additionalProperties' && value === false))
      .map(([key, value]) => [key, hoistInside(value, components)]),
  )
  if (typeof schema.title !== 'string') return copy
  components[schema.title] = copy
  return { $ref: `#/components/schemas/${schema.title}` }
}

function hoistInside(value: unknown, components: Record<string, Schema>): unknown {
  if (Array.isArray(value)) return value.map((item) => hoistInside(item, components))
  return typeof value === 'object' && value !== null ? hoist(value as Schema, components) : value
}
