/**
 * The interface as OpenAPI 3.1 text, made from what each route declares: its schemas, which 3.1 takes as they are,
 * and the codes of its problems.
 */

import type { RouteOptions } from 'fastify'
import { type ProblemCode, problems } from './errors/problems.ts'
import { STATUS_CODES } from './node-http.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What can go wrong here, beyond what can go wrong everywhere. */
    problems?: ProblemCode[]
    needsKey?: boolean
    /** A body that is right here, for those who sent a wrong one. */
    example?: string
    /** Whether interface 1.0 knows it; what we add is marked. */
    inInterface?: boolean
    /** No limit counts it, and no key is looked at. */
    isUncounted?: boolean
    /** A page for people, which is no part of the interface. */
    isPage?: boolean
  }
  interface FastifySchema {
    summary?: string
    description?: string
  }
}

interface Schema {
  [key: string]: unknown
}

/** What any request can meet. */
const everywhere: ProblemCode[] = [
  'key_in_url',
  'key_twice',
  'key_malformed',
  'key_refused',
  'rate_limited',
  'guesses_limited',
  'store_unavailable',
]

/** QUERY is not a method that OpenAPI 3.1 can describe, and HEAD goes without saying. */
const described = ['GET', 'POST']

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'A public hash key, live or demo' },
  header: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Public-Hash-Key',
    description: 'The same, where that is easier to set',
  },
}

export function openApiText(routes: RouteOptions[], baseUrl: string): string {
  const components: Record<string, Schema> = {}
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes.filter(({ config }) => !config?.isPage)) {
    for (const method of [route.method].flat().filter((name) => described.includes(name))) {
      const path = route.url.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] ??= {}
      paths[path][method.toLowerCase()] = operationOf(route, method, components)
    }
  }
  return JSON.stringify({
    openapi: '3.1.0',
    info: {
      title: 'Bank Lookup Service',
      version: '1.0',
      summary: 'The banks of a country with their codes',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl || '/' }],
    paths,
    components: { schemas: components, securitySchemes },
  })
}

function operationOf(route: RouteOptions, method: string, components: Record<string, Schema>): Schema {
  const { summary, description, params, querystring, body, response } = route.schema as Record<string, Schema>
  const answer = (response as Record<number, Schema>)[200] as Schema
  const words = route.url.split(/[^a-z]+/).filter((word) => word && word !== 'v')
  return {
    operationId: [method.toLowerCase(), ...words].join('_'),
    summary,
    tags: [route.config?.inInterface ? 'interface 1.0' : 'beyond interface 1.0'],
    ...(description && { description }),
    // Where none is needed, a key lifts the limit.
    security: [
      ...(route.config?.needsKey ? [] : [{}]),
      ...Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    ],
    parameters: [...parametersOf('path', params), ...parametersOf('query', querystring)],
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: hoist(body, components) } } },
    }),
    responses: {
      200: {
        description: 'Success',
        content: { [String(answer.contentMediaType ?? 'application/json')]: { schema: hoist(answer, components) } },
      },
      ...problemResponses([
        ...(route.config?.isUncounted ? ['key_in_url' as const] : everywhere),
        ...(route.config?.problems ?? []),
      ]),
      default: { description: 'Any other problem', content: problemContent([]) },
    },
  }
}

function parametersOf(place: 'path' | 'query', schema?: Schema): Schema[] {
  const required = (schema?.required ?? []) as string[]
  return Object.entries((schema?.properties ?? {}) as Record<string, Schema>).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    // A list is one value with commas, not the parameter several times.
    ...(property.type === 'array' && { style: 'form', explode: false }),
    schema: property,
  }))
}

function problemResponses(codes: ProblemCode[]): Record<string, Schema> {
  const byStatus = Object.groupBy(codes, (code) => problems[code].status)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, ofStatus = []]) => [
      status,
      { description: STATUS_CODES[status] as string, content: problemContent(ofStatus) },
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
          request_id: { type: 'string', description: 'What the operator finds in the log; that of `X-Request-Id`' },
        },
      },
    },
  }
}

/** Moves each titled schema to the components. Answers may gain fields, so they are not closed as our types are. */
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
