/** Chooses the values of an example request, so that it fits the example response of the operation. */
import type { FullOperation, Operation } from './openapi.ts'

export interface RequestExample {
  operationId: string
  method: string
  /** With the values of its parameters, without the query. */
  path: string
  query: Record<string, string>
  body?: unknown
  needsKey: boolean
  /** How to read the response: `file` for binary content. */
  reads: 'json' | 'text' | 'file'
}

/** Fields of a response that repeat a parameter under another name. */
const echoes: Record<string, string> = { q: 'query', since: 'from' }

/** The example of a search or of a list of branches has as many entries as this limit. */
const limits: Record<string, number> = { searchBanks: 1, listBranches: 1 }

export function exampleRequest(
  { method, path, operation, parameters }: FullOperation,
  { type, example: response }: { type: string; example: unknown },
): RequestExample {
  const values = new Map(
    parameters.flatMap(({ name, required, example }) => {
      const limit = name === 'limit' ? limits[operation.operationId] : undefined
      const value = limit ?? echoOf(name, response) ?? (required ? example : undefined)
      return value === undefined ? [] : [[name, String(value)] as const]
    }),
  )
  const query = parameters.filter(({ name, in: place }) => place === 'query' && values.has(name))
  const body = operation.requestBody?.content['application/json']?.example
  return {
    operationId: operation.operationId,
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? '')),
    query: Object.fromEntries(query.map(({ name }) => [name, values.get(name) as string])),
    ...(body === undefined ? {} : { body }),
    needsKey: needsKey(operation),
    reads: type.endsWith('json') ? 'json' : type.startsWith('text/') ? 'text' : 'file',
  }
}

/** Some responses repeat parameters of the request. Returns the value that this one has in the response, if any. */
function echoOf(name: string, response: unknown): string | undefined {
  if (typeof response !== 'object' || response === null) return undefined
  const value = (response as Record<string, unknown>)[echoes[name] ?? name]
  if (typeof value !== 'string') return undefined
  return name === 'country' ? value.toLowerCase() : value
}

/**
 * Returns whether the operation requires a key. In OpenAPI, an empty security requirement means that the operation also
 * works without one.
 */
export const needsKey = ({ security }: Operation): boolean =>
  security.every((requirement) => Object.keys(requirement).length > 0)
