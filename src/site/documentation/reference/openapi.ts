/** The parts of OpenAPI 3.1 and JSON Schema that our own document uses. */

export interface OpenApi {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Response>
    parameters: Record<string, Parameter>
    headers: Record<string, Described>
    examples?: Record<string, { value?: { detail?: string } }>
  }
}

interface Reference {
  $ref: string
}

export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  'x-interface'?: string
  security: object[]
  parameters: (Parameter | Reference)[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Response | Reference>
}

export interface Described {
  description: string
}

export interface Parameter extends Described {
  name: string
  in: string
  required: boolean
  schema: Schema
  example?: unknown
}

export interface Response extends Described {
  headers?: Record<string, Described | Reference>
  content?: Record<string, Media>
}

export interface Media {
  schema?: Schema
  example?: unknown
  examples?: Record<string, object>
}

export interface Schema {
  $ref?: string
  title?: string
  type?: string | string[]
  description?: string
  enum?: readonly unknown[]
  'x-extensible-enum'?: readonly unknown[]
  const?: unknown
  default?: unknown
  examples?: readonly unknown[]
  minimum?: number
  maximum?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: Schema | boolean
}

const nameOf = ({ $ref }: Reference): string => $ref.split('/').at(-1) as string

/** Returns the component that a reference names, or the value itself. */
export function dereference<Value extends object>(value: Value | Reference, components: Record<string, Value>): Value {
  return '$ref' in value ? (components[nameOf(value as Reference)] as Value) : value
}

/** Returns the schema without references and `allOf`. Properties next to a reference, such as a description, override it. */
export function expandSchema(schema: Schema, document: OpenApi): Schema {
  const { $ref, allOf, ...own } = schema
  if ($ref !== undefined) {
    const target = expandSchema(document.components.schemas[nameOf({ $ref })] ?? {}, document)
    return { ...target, ...own }
  }
  if (!allOf) return schema
  const parts = allOf.map((part) => expandSchema(part, document))
  return {
    ...own,
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  }
}

/** An operation with everything that references name. */
export type FullOperation = ReturnType<typeof fullOperation>

export function fullOperation(document: OpenApi, path: string, method: string, operation: Operation) {
  const { components } = document
  const responses = Object.entries(operation.responses).map(([status, response]): [string, Response] => [
    status,
    dereference(response, components.responses),
  ])
  return {
    method,
    path,
    id: operationId(method, path),
    operation,
    parameters: operation.parameters.map((parameter) => dereference(parameter, components.parameters)),
    success: responses.find(([status]) => status === '200')?.[1],
    errors: responses.filter(([status]) => /^[45]/.test(status)),
  }
}

/** The id of the heading, such as `get-v1-banks`. */
const operationId = (method: string, path: string): string =>
  `${method} ${path}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')
